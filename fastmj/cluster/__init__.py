"""Files of hands on a Ray cluster.

    plan, journal      one process, the driver, as for any run                         file.py
    connect            to a cluster, or start a Ray of this machine's own              connect.py
    orders             output files that are made in one go                            orders.py
    make               actors: each reads, scores and writes whole output files,
                       with the code that scores on one machine, and tells             worker.py, telling.py
    note               the driver notes what is made, and gives orders out again
                       whose worker died                                               crew.py

Hands never pass through the driver: inputs and outputs lie on storage that all machines of the cluster see under one name.
"""

from fastmj.cluster.connect import Cluster as Cluster
from fastmj.cluster.connect import ClusterError as ClusterError
from fastmj.cluster.connect import checked as checked
