"""How likely counts are, by a library that is slow to load: for whoever runs other tests."""


def chisquare(counts):
    """What `scipy.stats.chisquare` says of counts that should be equal."""
    from scipy import stats

    return stats.chisquare(counts)
