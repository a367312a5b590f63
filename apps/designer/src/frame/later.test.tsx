import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../test-draw.tsx';
import { smallStream } from '../test-stream.ts';
import { later } from './later.tsx';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** A script that does not arrive until it is told to. */
function slowScript() {
  let asked = 0;
  let settle: { arrive(): void; fail(): void } | undefined;
  const load = () => {
    asked += 1;
    return new Promise<typeof Hello>((resolve, reject) => {
      settle = { arrive: () => resolve(Hello), fail: () => reject(new Error('lost')) };
    });
  };
  return { load, asked: () => asked, arrive: () => settle?.arrive(), fail: () => settle?.fail() };
}

test('a part whose script does not arrive says so, and arrives when it is asked for again or the line is back', async () => {
  const script = slowScript();
  const Part = later(script.load);
  draw(<Part name="Asha" />, smallStream());
  expect(screen.getByLabelText('Loading')).toBeTruthy();
  script.fail();
  expect(await screen.findByText('This part could not be loaded.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Loading')).toBeTruthy();
  script.fail();
  await screen.findByText('This part could not be loaded.');
  fireEvent(globalThis as unknown as Window, new Event('online'));
  expect(await screen.findByLabelText('Loading')).toBeTruthy();
  script.arrive();
  expect(await screen.findByText('Hello Asha')).toBeTruthy();
  expect(script.asked()).toBe(3);
});

test('a part fetched ahead is drawn at once, without anything in its place', async () => {
  const script = slowScript();
  const Part = later(script.load);
  const fetched = Part.fetch();
  script.arrive();
  await fetched;
  draw(<Part name="Ben" />, smallStream());
  expect(screen.getByText('Hello Ben')).toBeTruthy();
  expect(script.asked()).toBe(1);
});

test('nothing is fetched for a dialog that is closed', async () => {
  const script = slowScript();
  const Part = later(script.load, ({ name }) => name !== '');
  const { rerender } = draw(<Part name="" />, smallStream());
  expect([script.asked(), screen.queryByLabelText('Loading')]).toEqual([0, null]);
  rerender(<Part name="Cara" />);
  expect(script.asked()).toBe(1);
  script.arrive();
  expect(await screen.findByText('Hello Cara')).toBeTruthy();
});
