import { emptyForm, type FormDocument } from '@parley/journey';
import { expect, test, vi } from 'vitest';
import { Offline, SessionOut } from '../../api.ts';
import { FormChanged, type SavedForm } from '../form-api.ts';
import { FormSaver, type FormSaving } from './form-saver.ts';

const at = '2026-01-05T09:00:00Z';
const named = (name: string): FormDocument => emptyForm('form', name, 'en', 'screen01');
const saved = (version: number): SavedForm => ({ version, published: 0, hasChanges: true, savedAt: at });

/** A saver whose server answers as it is told, and the browser's store beside it. */
function make(answer: (document: FormDocument, version: number) => Promise<SavedForm>, kept = new Map<string, string>()) {
  const states: FormSaving['kind'][] = [];
  const sent: string[] = [];
  const ended = vi.fn();
  const saver = new FormSaver('form', saved(1), {
    api: {
      save(document, version) {
        sent.push(`${document.name} on ${version}`);
        return answer(document, version);
      },
    },
    store: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    now: Date.now,
    onState: ({ kind }) => states.push(kind),
    onSaved: () => undefined,
    onSessionOut: ended,
  });
  return { saver, states, sent, kept, ended };
}

test('the last of what is typed goes out a second after it, and a change on the way goes out behind it', async () => {
  vi.useFakeTimers();
  let arrive: (item: SavedForm) => void = () => undefined;
  const { saver, sent, kept } = make((_document, version) =>
    version === 1
      ? new Promise((resolve) => {
          arrive = resolve;
        })
      : Promise.resolve(saved(version + 1)),
  );
  saver.add(named('A'));
  saver.add(named('B'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['B on 1']);
  saver.add(named('C'));
  arrive(saved(2));
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, saver.isDirty, kept.size]).toEqual([['B on 1', 'C on 2'], false, 0]);
});

test('a change that nobody took stays in the browser and is tried again; the next visit finds it', async () => {
  vi.useFakeTimers();
  let isAway = true;
  const { saver, states, sent, kept } = make(async (_document, version) => {
    if (isAway) throw new Offline('away');
    return saved(version + 1);
  });
  saver.add(named('A'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([states.at(-1), saver.isDirty]).toEqual(['offline', true]);
  const next = make(async (_document, version) => saved(version + 1), new Map(kept));
  expect(next.saver.recover()?.name).toBe('A');
  await vi.advanceTimersByTimeAsync(1000);
  expect([next.sent, next.kept.size]).toEqual([['A on 1'], 0]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect([sent, states.at(-1)]).toEqual([['A on 1', 'A on 1'], 'saved']);
});

test('another save in between is asked about, before anything else is sent, and a session that is over is told', async () => {
  vi.useFakeTimers();
  const { saver, states, sent } = make(async () => {
    throw new FormChanged('changed', 'Ravi', at);
  });
  saver.add(named('A'));
  expect(await saver.save()).toBe(false);
  saver.add(named('B'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([sent, saver.state]).toEqual([['A on 1'], { kind: 'conflict', by: 'Ravi', at }]);
  saver.follow(saved(7));
  expect([saver.version, saver.isDirty, states.at(-1)]).toEqual([7, false, 'saved']);

  const over = make(async () => {
    throw new SessionOut('over');
  });
  over.saver.add(named('A'));
  await over.saver.save();
  expect(over.ended).toHaveBeenCalledOnce();
});

test('a change of an older visit meets the question of the conflict where somebody has saved since', () => {
  const kept = new Map([['typed:designer-form:form', JSON.stringify({ version: 0, document: named('Old') })]]);
  const { saver, states } = make(async () => saved(2), kept);
  expect([saver.recover()?.name, states]).toEqual(['Old', ['conflict']]);
});
