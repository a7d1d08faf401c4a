"""SARIF of every case and example against the official schema, which is named on the command line."""
import glob
import json
import os
import sys

import jsonschema

import check
import formats

schema = json.load(open(sys.argv[2]))
validator = jsonschema.validators.validator_for(schema)(schema)


def fits(text, what):
    try:
        errors = list(validator.iter_errors(json.loads(text)))
    except ValueError as error:
        errors = [error]
    check.check(not errors, f"{what}: {str(errors[:1])[:300]}")


for name, options in formats.cases():
    fits(formats.report("sarif", name, options), name)
for path in sorted(glob.glob(os.path.join(check.ROOT, "examples/*/*.c"))):
    fits(formats.report("sarif", path), path)
for words in [["absent.c"], ["compare", "examples/nn/wide.c", "examples/nn/narrow.c"], ["run", "examples/nn/wide.c"]]:
    fits(check.run(*words, "--format", "sarif").stdout, words)
# The schema refuses what it should.
check.check(list(validator.iter_errors({"version": "2.1.0", "runs": [{"results": [{"level": "fatal"}]}]})),
            "a log that does not fit")
check.finish()
