"""All tests of this folder; run.sh calls it."""
import baseline
import check
import faults
import fix
import formats
import settings

check.each(formats.TESTS)
check.each(baseline.TESTS)
check.each(settings.TESTS)
check.each(fix.TESTS)
check.each(faults.TESTS)
check.finish()
