/** Writes small ONNX files, as protocol buffers: see onnx.proto for the numbers of the fields. */
const ATTRIBUTE = { int: 2, ints: 7 };
const [FLOAT, INT64] = [1, 7];

/** A value of a network: its sizes, of which some are free. */
type Form = { type: 'float' | 'int64'; sizes: readonly (string | number)[] };

export type Network = {
  inputs: Readonly<Record<string, Form>>;
  outputs: Readonly<Record<string, Form>>;
  /** Numbers by name. Those of a Float32Array are floats. */
  constants?: Readonly<Record<string, { sizes: readonly number[]; data: Float32Array | bigint[] }>>;
  nodes: readonly Buffer[];
  metadata: Readonly<Record<string, string>>;
};

/** Returns an operation of a network: `operator(inputs) → output`. */
export function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): Buffer {
  const list = Object.entries(attributes).map(([name, setting]) => {
    const isOne = typeof setting === 'number';
    const numbers = isOne
      ? [number(3, setting), number(20, ATTRIBUTE.int)]
      : [...setting.map((part) => number(8, part)), number(20, ATTRIBUTE.ints)];
    return bytes(5, message(bytes(1, name), ...numbers));
  });
  const names = inputs.map((name) => bytes(1, name));
  return message(...names, bytes(2, output), bytes(3, output), bytes(4, operator), ...list);
}

/** Returns the bytes of an ONNX file. */
export function onnxFile({ inputs, outputs, constants = {}, nodes, metadata }: Network): Buffer {
  const graph = message(
    ...nodes.map((operation) => bytes(1, operation)),
    bytes(2, 'network'),
    ...Object.entries(constants).map(([name, { sizes, data }]) =>
      bytes(5, tensor(name, sizes, data)),
    ),
    ...Object.entries(inputs).map(([name, form]) => bytes(11, value(name, form))),
    ...Object.entries(outputs).map(([name, form]) => bytes(12, value(name, form))),
  );
  const operators = message(bytes(1, ''), number(2, 13));
  return message(number(1, 8), bytes(7, graph), bytes(8, operators), metadataFile(metadata));
}

/** The end of an ONNX file: its metadata. Alone, it is a file without a network. */
export function metadataFile(facts: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries({ ...facts, author: 'test' });
  return message(
    ...entries.map(([key, text]) => bytes(14, message(bytes(1, key), bytes(2, text)))),
  );
}

function tensor(name: string, sizes: readonly number[], data: Float32Array | bigint[]): Buffer {
  const isFloat = data instanceof Float32Array;
  const content = isFloat ? data.buffer : BigInt64Array.from(data).buffer;
  return message(
    ...sizes.map((size) => number(1, size)),
    number(2, isFloat ? FLOAT : INT64),
    bytes(8, name),
    bytes(9, Buffer.from(content)),
  );
}

function value(name: string, { type, sizes }: Form): Buffer {
  const shape = sizes.map((size) =>
    bytes(1, typeof size === 'number' ? number(1, size) : bytes(2, size)),
  );
  const form = message(number(1, type === 'float' ? FLOAT : INT64), bytes(2, message(...shape)));
  return message(bytes(1, name), bytes(2, bytes(1, form)));
}

/** Fields one after another. */
function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

function number(field: number, content: number): Buffer {
  return Buffer.from([...varint(BigInt(field * 8)), ...varint(BigInt(content))]);
}

function bytes(field: number, content: Buffer | string): Buffer {
  const data = Buffer.from(content);
  const header = [...varint(BigInt(field * 8 + 2)), ...varint(BigInt(data.length))];
  return Buffer.concat([Buffer.from(header), data]);
}

/** Negative numbers have all 64 bits. */
function varint(count: bigint): number[] {
  const bits = BigInt.asUintN(64, count);
  const groups = bits >> 7n;
  return groups === 0n ? [Number(bits)] : [Number(bits % 128n) + 128, ...varint(groups)];
}
