/** Returns the destination with the longest prefix of whole parts that a place begins with. */
export function destinationFor<One extends { prefix: string }>(
  to: string,
  destinations: readonly One[],
): One | undefined {
  const matching = destinations.filter(({ prefix }) => {
    const plain = prefix.replace(/\/+$/, '');
    return to === plain || to.startsWith(`${plain}/`);
  });
  return matching.sort((a, b) => b.prefix.length - a.prefix.length)[0];
}
