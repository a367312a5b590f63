import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { nodeOf } from '../editor/index-of.ts';
import { draw } from '../test-draw.tsx';
import { smallStream } from '../test-stream.ts';
import { AddDialog } from './add-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';

test('a kind of node is found by typing and taken by Enter', async () => {
  const handleAdd = vi.fn();
  draw(<AddDialog isOpen onAdd={handleAdd} onClose={() => undefined} />, smallStream());
  const field = screen.getByRole('textbox', { name: 'Add a node' });
  expect(screen.getByRole('option', { name: 'Form' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Wait until open' })).toBeTruthy();
  fireEvent.change(field, { target: { value: 'http' } });
  await waitFor(() => expect(screen.getByRole('option', { name: 'HTTP call' }).getAttribute('data-combobox-selected')).toBe('true'));
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  expect(handleAdd).toHaveBeenCalledWith('data.http');
});

test('every exit can be connected by lists, also the error that the card does not draw, and cut again', async () => {
  const stream = smallStream();
  const node = nodeOf(stream, 'cond0001');
  if (!node) throw new Error('no node');
  const [handleConnect, handleCut] = [vi.fn(), vi.fn()];
  draw(<ConnectDialog document={stream} node={node} onConnect={handleConnect} onCut={handleCut} onClose={() => undefined} />, stream);
  fireEvent.click(screen.getByRole('button', { name: 'Cut the connection to Welcome' }));
  expect(handleCut).toHaveBeenCalledWith('yes');
  fireEvent.click(screen.getByRole('combobox', { name: 'Exit' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Error' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Connect to' }), { target: { value: 'young' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Too young' }));
  expect(handleConnect).toHaveBeenCalledWith('error', 'end00002');
});
