"""What a log claims of a win against what the scorer says, one win at a time.

compare  whether points, elements and payments agree
ties     whether another list of elements is worth as much
reasons  what differs and why, from an explanation of the hand
table    the columns of an audit
"""
