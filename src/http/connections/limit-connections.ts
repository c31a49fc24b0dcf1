import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export type ConnectionLimits = {
  /** Connections of all clients. */
  max: number;
  /** Connections of one address; a network of IPv6 counts as one address. */
  maxPerAddress: number;
  /** Proxies, whose connections carry many clients. They have no limit of their own. */
  proxies?: readonly string[];
  nowMs?: () => number;
};

/** An answer of which no part is read for this time ends, and a body that is this time behind the minimum rate. */
const STALL_MS = 60_000;
/** A large part may take longer: it is only known whether all of it has been taken. */
const MIN_BYTES_PER_MS = 4;
/** The minimum rate of a body: 1000 bytes a second. The slowest phones send more. */
const MIN_BODY_BYTES_PER_MS = 1;
/** Requests of a connection that wait for its earlier ones. One piece of 64 KB can have 1700 of them. */
const MAX_PIPELINED = 32;
const LOOK_MS = 5000;
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

type Connection = {
  socket: Socket;
  address: string;
  /** Requests without a complete answer. */
  open: number;
  /** Bytes that the system has taken, and the time since when it has taken no more. */
  takenBytes: number;
  sinceMs: number;
  /** The last request, whose body may not be complete. */
  last?: { request: IncomingMessage; response: ServerResponse };
  /** The time since when the body is read, and the bytes that came before it. */
  bodySinceMs: number;
  bytesBefore: number;
};

/**
 * Bounds the connections of a server and the requests that wait in each of them, and ends answers that nobody
 * reads and bodies that hardly come: each holds a socket and a part of its content. At a bound, the connection
 * that waits longest for its client makes place for a new one, so that clients who read and send are served.
 */
export class Connections implements Disposable {
  readonly #limits: ConnectionLimits;
  readonly #nowMs: () => number;
  readonly #proxies = new BlockList();
  readonly #all = new Map<Socket, Connection>();
  readonly #byAddress = new Map<string, Set<Connection>>();
  readonly #timer: NodeJS.Timeout;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#nowMs = limits.nowMs ?? (() => performance.now());
    for (const proxy of limits.proxies ?? []) addProxy(this.#proxies, proxy);
    this.#timer = setInterval(() => this.endStalled(), LOOK_MS).unref();
  }

  get size(): number {
    return this.#all.size;
  }

  /**
   * Watches the connections of a server. Call it after the handlers of requests were added: it
   * wraps them.
   */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    // The parser reads on in what it has received when a socket is closed, so such requests are dropped here.
    const handlers = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!this.#begins(request, response)) return;
      for (const handler of handlers) Reflect.apply(handler, server, [request, response]);
    });
  }

  /** Notes a request. Returns false if it is dropped with its connection. */
  #begins(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed) return false;
    const connection = this.#all.get(socket);
    if (!connection) return true;
    if (connection.open >= MAX_PIPELINED) {
      socket.destroy();
      return false;
    }
    connection.open += 1;
    connection.last = { request, response };
    connection.bodySinceMs = this.#nowMs();
    response.once('close', () => {
      connection.open -= 1;
      // The next body may come together with its head, before its request is known.
      connection.bytesBefore = socket.bytesRead;
      this.#noteProgress(connection);
      connection.sinceMs = this.#nowMs();
    });
    return true;
  }

  /** Closes the connections whose clients have read nothing for a minute, or send a body too slowly. */
  endStalled(): void {
    const nowMs = this.#nowMs();
    for (const connection of this.#all.values()) {
      this.#noteProgress(connection);
      if (this.#lateMs(connection) > STALL_MS) refuse(connection);
      const waitingBytes = connection.socket.writableLength;
      const allowedMs = Math.max(STALL_MS, waitingBytes / MIN_BYTES_PER_MS);
      if (waitingBytes > 0 && nowMs - connection.sinceMs > allowedMs) connection.socket.destroy();
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /**
   * Adds a connection. At the limit of its address or of all, it closes the connection that waits
   * longest for its client, or the new one.
   */
  #add(socket: Socket): void {
    const address = addressOf(socket);
    const connections = this.#byAddress.get(address) ?? new Set();
    const isAbove = connections.size >= this.#limits.maxPerAddress && !this.#isProxy(socket);
    if (isAbove && !this.#makePlace(connections)) {
      socket.destroy();
      return;
    }
    if (this.#all.size >= this.#limits.max && !this.#makePlace(this.#largest())) {
      socket.destroy();
      return;
    }
    const nowMs = this.#nowMs();
    const times = { sinceMs: nowMs, bodySinceMs: nowMs };
    const connection = { socket, address, open: 0, takenBytes: 0, bytesBefore: 0, ...times };
    this.#all.set(socket, connection);
    this.#byAddress.set(address, connections.add(connection));
    socket.once('close', () => this.#remove(connection));
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection.socket);
    const connections = this.#byAddress.get(connection.address);
    connections?.delete(connection);
    if (connections?.size === 0) this.#byAddress.delete(connection.address);
  }

  /** How long a body has been behind the minimum rate; 0 or less if it is not, or there is none. */
  #lateMs({ socket, last, bodySinceMs, bytesBefore }: Connection): number {
    if (!last || last.request.complete || last.response.writableEnded) return 0;
    const bytes = socket.bytesRead - bytesBefore;
    return this.#nowMs() - bodySinceMs - bytes / MIN_BODY_BYTES_PER_MS;
  }

  /** Notes whether the system has taken more of an answer, and whether a body waits for the server. */
  #noteProgress(connection: Connection): void {
    const { socket, last } = connection;
    const request = last?.request;
    if (request && request.readableLength >= request.readableHighWaterMark) {
      connection.bodySinceMs = this.#nowMs();
      connection.bytesBefore = socket.bytesRead;
    }
    const takenBytes = socket.bytesWritten - socket.writableLength;
    if (takenBytes === connection.takenBytes && socket.writableLength > 0) return;
    connection.takenBytes = takenBytes;
    if (connection.open > 0 || socket.writableLength > 0) connection.sinceMs = this.#nowMs();
  }

  /** Closes the connection that waits longest for its client. Returns false if none does. */
  #makePlace(candidates: ReadonlySet<Connection>): boolean {
    const nowMs = this.#nowMs();
    let [longest, longestMs]: [Connection | undefined, number] = [
      undefined,
      Number.NEGATIVE_INFINITY,
    ];
    for (const connection of candidates) {
      this.#noteProgress(connection);
      const lateMs = this.#lateMs(connection);
      const isIdle = connection.open === 0 || connection.socket.writableLength > 0;
      const waitingMs = isIdle ? nowMs - connection.sinceMs : lateMs;
      if ((isIdle || lateMs > 0) && waitingMs > longestMs)
        [longest, longestMs] = [connection, waitingMs];
    }
    if (!longest) return false;
    this.#remove(longest);
    longest.socket.destroy();
    return true;
  }

  /** The connections of the address that has the most. */
  #largest(): ReadonlySet<Connection> {
    let largest: ReadonlySet<Connection> = new Set();
    for (const connections of this.#byAddress.values())
      if (connections.size > largest.size) largest = connections;
    return largest;
  }

  /**
   * Returns whether a connection comes from a known proxy, which has the connections of many
   * clients.
   */
  #isProxy({ remoteAddress = '' }: Socket): boolean {
    const plain = remoteAddress.replace('::ffff:', '');
    return this.#proxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }
}

/** Ends a request whose body comes too slowly. */
function refuse({ socket, last }: Connection): void {
  if (last?.response.headersSent === false) socket.write(TOO_SLOW);
  socket.destroySoon();
}

/** Bounds the connections of an application until it closes. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const connections = new Connections(limits);
  connections.watch(app.server);
  app.addHook('onClose', async () => connections[Symbol.dispose]());
}

/** Returns the address; of IPv6 its network of 64 bits, which one client usually has for itself. */
function addressOf({ remoteAddress = '' }: Socket): string {
  const plain = remoteAddress.replace('::ffff:', '');
  return isIPv6(plain) ? networkOf(plain) : plain;
}

/** Returns the first 64 bits of an IPv6 address, which one client usually has as a whole. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = tail.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? 8 - first.length - last.length : 0;
  const groups = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...last];
  return groups.slice(0, 4).join(':');
}

function addProxy(list: BlockList, proxy: string): void {
  const [address = '', bits] = proxy.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}
