"""Holds the JSON on standard input against the schema named on the command line."""
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
errors = list(jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin)))
for error in errors[:5]:
    print("/".join(str(part) for part in error.absolute_path), error.message[:200])
sys.exit(len(errors) > 0)
