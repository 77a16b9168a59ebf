"""Searches of one of Kernel Tuner's strategies on a cache file, by its own simulation mode.

    search.py CACHE.json.gz STRATEGY FIRST_SEED SEEDS TRIALS

Prints a JSON line for each seed: {"seed", "seconds", "configs"}; the configs are the values of the parameters in the
order of the cache's tune_params_keys, in the order in which the strategy first asked for them.
"""

import contextlib
import gzip
import io
import json
import os
import random
import sys
import tempfile
import time

import kernel_tuner
import numpy


def main(path, strategy, first, seeds, trials):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt") as file:
        cache = json.load(file)
    names = cache["tune_params_keys"]
    values = {name: cache["tune_params"][name] for name in names}
    known = set(cache["cache"])
    # Kernel Tuner asks a function of the parameters by their names; what the cache lacks is not in the space.
    scope = {"known": known}
    exec(f"def known_only({', '.join(names)}):\n    return ','.join(map(str, ({', '.join(names)},))) in known", scope)
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "cache.json")
        for seed in range(first, first + seeds):
            with open(plain, "w") as file:
                json.dump(cache, file)
            random.seed(seed)
            numpy.random.seed(seed)
            start = time.perf_counter()
            with contextlib.redirect_stdout(io.StringIO()):
                results, _ = kernel_tuner.tune_kernel(
                    cache["kernel_name"],
                    "void replayed() {}",
                    cache["problem_size"],
                    [],
                    values,
                    restrictions=[scope["known_only"]],
                    cache=plain,
                    simulation_mode=True,
                    strategy=strategy,
                    strategy_options={"max_fevals": trials},
                    objective="time",
                    objective_higher_is_better=False,
                    quiet=True,
                )
            seconds = time.perf_counter() - start
            configs = dict.fromkeys(tuple(row[name] for name in names) for row in results)
            print(json.dumps({"seed": seed, "seconds": seconds, "configs": list(configs)[:trials]}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
