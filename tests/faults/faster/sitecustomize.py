"""Turns the clocks of the watchdogs faster in each process of Python that has this folder on its path.

What stands in seconds in the supervisor and in `pulse` is divided, and the schedule with it, since a beat that sends
something is alive. The files themselves stay as they are: `python -m` reads them through here, too.
"""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType

SECONDS = """
for _name, _value in [*globals().items()]:
    if _name.isupper() and isinstance(_value, float):
        globals()[_name] = _value / {faster}
"""
SCHEDULE = """
SWEEP_EVERY /= {faster}
EVERY = {{task: every / {faster} for task, every in EVERY.items()}}
"""
TURNED = {
    "mastery_site.supervisor": SECONDS,
    "mastery_site.processes.pulse": SECONDS,
    "mastery_site.schedule": SCHEDULE,
}
MAIN = 'if __name__ == "__main__":'


class Loader(SourceFileLoader):
    """Has a module turn its own clock before anything of it runs."""

    def get_code(self, fullname: str) -> CodeType:
        program, main, rest = self.get_source(fullname).partition(MAIN)
        turn = TURNED[fullname].format(faster=float(os.environ["FASTER"]))
        return self.source_to_code(program + turn + main + rest, self.path)


class Finder(PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path=None, target=None) -> ModuleSpec | None:
        if fullname not in TURNED or not (spec := super().find_spec(fullname, path, target)):
            return None
        spec.loader = Loader(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, Finder)
