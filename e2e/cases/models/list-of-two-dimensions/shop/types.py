Grid = list[list[int]]
