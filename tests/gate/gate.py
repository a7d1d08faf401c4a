"""All tests of this folder; run.sh calls it."""
import baseline
import check
import formats

check.each(formats.TESTS)
check.each(baseline.TESTS)
check.finish()
