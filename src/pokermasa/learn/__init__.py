"""Reinforcement learning environments for Gymnasium and PettingZoo, with the exact rules of the
game.

>>> import gymnasium, pokermasa.learn
>>> env = gymnasium.make("pokermasa/NoLimitHoldem-v0", opponents=["caller", "basic"])
>>> seen, info = env.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].tolist()
((148,), [1, 1, 1, 0, 1, 1, 1, 1])
"""

try:
    import gymnasium
except ImportError as error:
    raise ImportError(
        "pokermasa.learn needs: pip install 'pokermasa[gym]'", name=error.name
    ) from error

from pokermasa.learn.action import Action
from pokermasa.learn.lockstep_tables import OpponentFault
from pokermasa.learn.single import HoldemEnv

IDS = {
    "pokermasa/NoLimitHoldem-v0": "no limit",
    "pokermasa/PotLimitHoldem-v0": "pot limit",
    "pokermasa/LimitHoldem-v0": "fixed limit",
}
"""Gymnasium ids of the environments, and the betting structure of each."""

for _name, _betting in IDS.items():
    if _name not in gymnasium.registry:
        gymnasium.register(
            _name,
            entry_point="pokermasa.learn.single:HoldemEnv",
            vector_entry_point="pokermasa.learn.vector:HoldemVectorEnv",
            kwargs={"betting": _betting},
        )

__all__ = ["IDS", "Action", "HoldemEnv", "OpponentFault"]
