/** Bodies of a batch that cost a reader much more than their size if it looks back, or builds what it reads. */
export const HOSTILE_BODIES: Readonly<Record<string, (characters: number) => string>> = {
  'escaped quotes before many lists': (size) => {
    const precedingText = '\\"'.repeat(490);
    return `{"a":[${repeat(`"${precedingText}",[],[],[],[],[],[],[],[]`, size)}],"rows":[{"a":1}]}`;
  },
  'lists of the object after escaped quotes': (size) =>
    `{"${'\\"'.repeat(490)}":[],${repeat('"a":[],"b":[]', size)},"rows":[{"a":1}]}`,
  'lists without keys': (size) => `{${repeat('[]', size)},"rows":[]}`,
  'quotes and lists without a key': (size) => `{"${'\\"'.repeat(490)}"${'['.repeat(size)}`,
  'lists in one another': (size) => `{"a":${'['.repeat(size)}${']'.repeat(size)},"rows":[]}`,
  'empty rows': (size) => `{"rows":[${repeat('{}', size)}]}`,
  'one row of many lists': (size) => `{"rows":[[${repeat('[]', size)}]]}`,
  'one row of backslashes': (size) => `{"rows":["${'\\\\'.repeat(size / 2)}"]}`,
  'many keys': (size) => `{${repeat('"a":1', size)},"rows":[]}`,
  'line breaks': (size) => `{"rows":[{"a":${'\r\n'.repeat(size / 2)}1}]}`,
  'escapes of characters': (size) => `{"a":"${'\\u0022'.repeat(size / 6)}","rows":[]}`,
  'one long key': (size) => `{"${'a'.repeat(size)}":1,"rows":[]}`,
};

function repeat(part: string, characters: number): string {
  return Array.from({ length: Math.ceil(characters / (part.length + 1)) }, () => part).join();
}
