/**
 * The state of one requirement. `cure`: the command or sentence that mends it; null if it is met. `available:
 * false`: this machine does not have it, and nothing needs it.
 */
export type Finding = {
  name: string;
  ok: boolean;
  found: string;
  cure: string | null;
  available?: false;
};
