"""Why a hand scores what it scores, in plain Python: one hand at a time, beside the compiled scorer.

    parts       a reading of the hand as sets, and where the winning tile went
    remaining   what detectors would see of the hand without some of its sets
    causes      from that: which sets make an element, or how the hand was won
    relations   which relations between chows count, and what keeps the others from it
    asked       what a detector says of a view, as the scoring loop hears it
    verdict     elements, exclusions and points of a reading, in the order of the generated loop
    notes       what of the input changed nothing, or was put right
    data, show  the explanation as plain data and as text

The readings come from the compiled scorer and the elements are the rule set's own detectors, so a rule set brought along is
explained like a built-in one.
"""
