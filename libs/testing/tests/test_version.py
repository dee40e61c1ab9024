"""Generated tests run with the version that they were generated for."""

import pytest

from rowhouse_testing import __version__, require_version


def test_a_version_that_fits_is_accepted() -> None:
    require_version(".".join(__version__.split(".")[:2]))
    require_version(__version__)


@pytest.mark.parametrize("generator", ["9.1", "0.10"])
def test_another_one_ends_the_run_in_one_sentence(generator: str) -> None:
    with pytest.raises(pytest.exit.Exception, match=f"by Rowhouse {generator}"):
        require_version(generator)
