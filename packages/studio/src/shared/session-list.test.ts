import { expect, test } from 'vitest';
import {
  type Listed,
  sessionsToWatch,
  withFirstPage,
  withoutSessions,
  withProgress,
  withSessions,
} from './session-list.ts';

const session = (id: string, changes: Partial<Listed> = {}): Listed => ({
  id,
  status: 'final_rendering',
  created_at: `2026-11-20T09:00:0${id}.000Z`,
  updated_at: '2026-11-20T09:00:00.000Z',
  render_progress: 10,
  phase: 'rendering',
  eta_seconds: 5,
  queue_position: null,
  ...changes,
});
const idsOf = (list: readonly Listed[]) => list.map(({ id }) => id).join('');
const later = { updated_at: '2026-11-20T10:00:00.000Z' };

test('older answers do not replace newer sessions', () => {
  const list = [session('1', { ...later, status: 'failed' })];
  expect(withSessions(list, [session('1')])[0]?.status).toBe('failed');
  expect(withSessions([session('1')], list)[0]?.status).toBe('failed');
});

test('the first page adds new sessions and removes those that are gone', () => {
  const list = ['5', '4', '3', '2'].map((id) => session(id));
  expect(idsOf(withFirstPage(list, [session('6'), session('5'), session('3')], false))).toBe(
    '6532',
  );
  expect(idsOf(withFirstPage(list, [session('5')], true))).toBe('5');
  expect(idsOf(withFirstPage(list, [], true))).toBe('');
});

test('progress never decreases within a render', () => {
  const progress = {
    status: 'final_rendering',
    progress: 7,
    phase: 'rendering',
    etaSeconds: 3,
    queuePosition: null,
  };
  const [changedSession] = withProgress([session('1')], '1', progress);
  expect(changedSession).toMatchObject({ render_progress: 10, eta_seconds: 3 });
  const [ended] = withProgress([session('1')], '1', { ...progress, status: 'canceled' });
  expect(ended).toMatchObject({ status: 'canceled', render_progress: 7 });
});

test('sessions in work are watched first, then the queue', () => {
  const list = [
    session('5', { phase: 'queued', queue_position: 2 }),
    session('4', { phase: 'queued', queue_position: 1 }),
    session('3'),
    session('2', { status: 'failed' }),
  ];
  expect(sessionsToWatch(list, 2)).toEqual(['3', '4']);
  expect(idsOf(withoutSessions(list, new Set(['3', '2'])))).toBe('54');
});
