// Starts the page of a board to try things on.
import { Practice } from "./practice-page.js";

new Practice();
