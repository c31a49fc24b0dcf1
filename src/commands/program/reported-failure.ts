/** Ends a command that has already reported its failure. The exit code is 1, and nothing more is printed. */
export class ReportedFailure extends Error {}
