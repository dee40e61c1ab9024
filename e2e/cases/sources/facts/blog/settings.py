import os

NAME_LENGTH = int(os.environ["NAME_LENGTH"])
