import { checkEveryAnswer, type temporaryApi } from '../../src/api/api.fixture.ts';
import { createApi } from '../../src/api/app.ts';
import { openTestDatabase } from '../../src/database/test-database.fixture.ts';

/** Starts a second API on the rows and files of the first one. From then on they answer in turn. */
export async function addSecondApi({
  app,
  context,
  databasePath,
}: Awaited<ReturnType<typeof temporaryApi>>): Promise<AsyncDisposable> {
  const opened = new AsyncDisposableStack();
  const db = opened.use(await openTestDatabase(databasePath, context.clock, context.vault));
  const second = await createApi({ ...context, db });
  opened.defer(() => second.close());
  checkEveryAnswer(second);
  const injects = [app, second].map((one) => one.inject.bind(one) as (options: object) => unknown);
  let count = 0;
  Object.assign(app, { inject: (options: object) => injects[count++ % 2]?.(options) });
  return opened;
}
