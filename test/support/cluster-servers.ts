import { type PostgresServer, startPostgres } from './postgres.ts';
import { makeBuckets, type StoreServer, s3Variables, startS3 } from './stores.ts';

const BUCKET = 'framepress';

type Servers = { postgres: PostgresServer; store: StoreServer };

/** PostgreSQL and an S3 store for all clusters of a run. They start with the first place. */
export class ClusterServers implements AsyncDisposable {
  readonly #opened = new AsyncDisposableStack();
  #servers: Promise<Servers> | undefined;
  #count = 0;

  /** Makes a database and a folder of the bucket. Returns the variables of the processes that use them. */
  async newPlace(): Promise<Record<string, string>> {
    this.#servers ??= this.#start();
    const { postgres, store } = await this.#servers;
    const number = ++this.#count;
    return {
      DATABASE_URL: await postgres.createDatabase(),
      FRAMEPRESS_STORAGE: `s3://${BUCKET}/place-${number}`,
      ...s3Variables(store.url),
    };
  }

  async #start(): Promise<Servers> {
    const [postgres, store] = await Promise.all([startPostgres(), startS3()]);
    this.#opened.use(postgres);
    this.#opened.use(store);
    await makeBuckets(store.url, BUCKET);
    return { postgres, store };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}
