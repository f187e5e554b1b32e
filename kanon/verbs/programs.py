"""What `python -m kanon` does: Datafly, and the tables around the two scripts.

Each verb is a `main(options)`, as the scripts have one.
"""

from __future__ import annotations

from .attack import print_attack
from .check import print_check
from .datafly import publish_datafly
from .lattice import print_lattice
from .replay import print_replay
from .risk import print_risk
from .start import print_start
from .sweep import print_sweep

VERBS = {'start': print_start, 'datafly': publish_datafly, 'sweep': print_sweep, 'lattice': print_lattice,
         'check': print_check, 'risk': print_risk, 'attack': print_attack, 'replay': print_replay}
