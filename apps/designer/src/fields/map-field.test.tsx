import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { nodeOf } from '../editor/index-of.ts';
import { NodePanel } from '../panels/node-panel.tsx';
import { draw, stubApi } from '../test-draw.tsx';
import { makeStream } from '../test-stream.ts';

const template = { ref: 'template' as const, id: 't1', name: 'visit' };
const components = [{ type: 'BODY', text: 'Hello {{1}}, see you on {{2}}.', samples: { 1: 'Asha', 2: 'Monday' } }];

test('a template says itself which values it wants: its placeholders stand there with their samples, and only their values are typed', async () => {
  const api = stubApi({
    refs: async (kind) => (kind === 'template' ? [{ id: 't1', name: 'visit', detail: 'en', extra: { components } }] : []),
  });
  const stream = makeStream({ send0001: { type: 'message.template', config: { template, values: { 'messageTags/body.2': 'today' } } } });
  const { editor } = draw(<NodePanel id="send0001" onClose={() => undefined} />, stream, { api });
  expect(await screen.findByDisplayValue('messageTags/body.1')).toHaveProperty('readOnly', true);
  expect(screen.getByDisplayValue('messageTags/body.2')).toHaveProperty('readOnly', true);
  expect(screen.getByText('Asha')).toBeTruthy();
  const valuesOf = () => {
    const node = nodeOf(editor.document, 'send0001');
    return node?.type === 'message.template' ? node.config.values : undefined;
  };
  expect(valuesOf()).toEqual({ 'messageTags/body.2': 'today' });
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Value' }).at(-1) as HTMLElement, 'customer.name');
  expect(valuesOf()).toEqual({ 'messageTags/body.2': 'today', 'messageTags/body.1': 'customer.name' });
});
