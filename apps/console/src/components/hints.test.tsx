import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw } from '../test-draw.tsx';
import { Hints } from './hints.tsx';

test('one tooltip serves a row of controls: for the pointer that rests on one, and for the focus of the keyboard', async () => {
  const person = userEvent.setup();
  draw(
    <Hints>
      <button type="button" data-hint="Makes it bold">
        B
      </button>
      <button type="button" data-hint="Adds a file">
        F
      </button>
      <button type="button">Send</button>
    </Hints>,
  );
  await person.hover(screen.getByRole('button', { name: 'B' }));
  expect(await screen.findByText('Makes it bold')).toBeTruthy();
  await person.hover(screen.getByRole('button', { name: 'F' }));
  expect(await screen.findByText('Adds a file')).toBeTruthy();
  expect(screen.queryByText('Makes it bold')).toBeNull();
  await person.hover(screen.getByRole('button', { name: 'Send' }));
  expect(screen.queryByText('Adds a file')).toBeNull();

  await person.unhover(screen.getByRole('button', { name: 'Send' }));
  await person.tab();
  expect(await screen.findByText('Makes it bold')).toBeTruthy();
  await person.keyboard('x');
  expect(screen.queryByText('Makes it bold')).toBeNull();
});
