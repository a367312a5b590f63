import { broadcastTexts, type Template, TemplateComponent, variableGroups } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  appendNumbers,
  emptySend,
  fieldFaults,
  fromColumnMapping,
  mappingFaults,
  mediaFault,
  noValue,
  type SendDraft,
  splitNumbers,
  toColumnMapping,
  toRequest,
} from './send-draft.ts';

const templateOf = (...parts: object[]): Template =>
  ({ id: 't1', name: 'order_ready', components: parts.map((part) => TemplateComponent.parse(part)) }) as Template;
const image = templateOf({ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Hello.' });
const file = (more: object = {}) => ({ fileName: 'a.pdf', type: 'application/pdf', url: '/e/a', ...more });
const draft = (more: Partial<SendDraft> = {}): SendDraft => ({
  ...emptySend,
  channelId: 'c1',
  template: image,
  numbers: '+919820012345',
  ...more,
});

test('BCAST-039 BCAST-019 numbers are split, trimmed and appended without repeats', () => {
  expect(splitNumbers(' +919820012345, ,+919820012346,\n+919820012347 ,')).toEqual(['+919820012345', '+919820012346', '+919820012347']);
  expect(appendNumbers('+919820012345,', ['+919820012346', '+919820012345', ''])).toBe('+919820012345, +919820012346');
  fc.assert(
    fc.property(fc.array(fc.string()), (parts) => {
      const found = splitNumbers(parts.join(','));
      expect(found.every((number) => number !== '' && number === number.trim() && !number.includes(','))).toBe(true);
      expect(splitNumbers(appendNumbers(parts.join(','), []))).toEqual([...new Set(found)]);
    }),
  );
});

test('BCAST-038 BCAST-040 BCAST-041 BCAST-042 BCAST-043 the fields of the form say what is missing', () => {
  expect(fieldFaults(emptySend)).toEqual({
    channel: 'This Field is Mandatory',
    template: 'This Field is Mandatory',
    numbers: 'This Field is Mandatory',
  });
  expect(fieldFaults(draft({ numbers: '123456789' }))).toEqual({ numbers: 'please enter valid number' });
  // The whole text counts here; the server looks at each number.
  expect(fieldFaults(draft({ numbers: '12345,6789' }))).toEqual({});
  expect(fieldFaults(draft({ numbers: '', groups: [{ id: 'g', name: 'G' }] }))).toEqual({});
});

test('BCAST-044 BCAST-045 BCAST-047 BCAST-048 BCAST-053 BCAST-054 media that is missing or of the wrong type', () => {
  expect(mediaFault(draft())).toBe('Attachment is missing !');
  expect(mediaFault(draft({ media: file({ url: '' }) }))).toBe('media not found !!');
  expect(mediaFault(draft({ media: file() }))).toBe('');
  const document = templateOf({ type: 'HEADER', format: 'DOCUMENT' });
  expect(mediaFault(draft({ template: document, media: file({ type: 'text/csv' }) }))).toBe('Invalid file type !');
  expect(mediaFault(draft({ template: document, media: file() }))).toBe('');
  const cards = templateOf({
    type: 'CAROUSEL',
    cards: [
      { header: {}, body: {} },
      { header: {}, body: {} },
    ],
  });
  expect(mediaFault(draft({ template: cards, cards: [file()] }))).toBe('Media missing in card 2');
  expect(mediaFault(draft({ template: cards }))).toBe('Media missing in card 1');
});

const mapped = templateOf(
  { type: 'BODY', text: 'Hi {{1}}, hello.' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Stop' },
      { type: 'URL', text: 'Buy', url: 'https://x.example/{{1}}' },
    ],
  },
  { type: 'CAROUSEL', cards: [{ header: { format: 'NONE' }, body: { text: 'A {{1}} b' } }] },
);
const groups = variableGroups(mapped.components);

test('BCAST-049 BCAST-050 BCAST-051 required values, cards and expressions without variables', () => {
  expect(mappingFaults(groups, {})).toEqual({
    byKey: {
      'messageTags/body.1': broadcastTexts.mandatory,
      'url/button.1': broadcastTexts.mandatory,
      'cards/0/body.1': broadcastTexts.mandatory,
    },
    toast: 'Variable mapping missing, check all cards',
  });
  const values = {
    'messageTags/body.1': { ...noValue, value: 'Asha' },
    'cards/0/body.1': { ...noValue, value: 'x' },
    'url/button.1': { ...noValue, type: 'expression' as const, value: 'tail' },
  };
  expect(mappingFaults(groups, values)).toMatchObject({ toast: 'URL variable not found' });
  expect(mappingFaults(groups, { ...values, 'url/button.1': { ...noValue, type: 'expression', value: '{{id}}' } })).toEqual({
    byKey: {},
    toast: '',
  });
});

test('BCAST-020 BCAST-022 BCAST-026 BCAST-028 BCAST-030 the request names the template, its id, and the mapping by group', () => {
  const values: SendDraft['values'] = {
    'messageTags/body.1': { type: 'column', value: 'name', mappings: [] },
    'cards/0/body.1': { type: 'static', value: 'x', mappings: [] },
    'url/button.1': { type: 'expression', value: '{{id}}', mappings: [{ variable: 'id', type: 'static', value: '7' }] },
  };
  const request = toRequest(draft({ template: mapped, values, cards: [file()] }), groups, 'key', {
    resourceType: 'CHAT',
    resourceId: 'chat1',
  });
  expect(request).toEqual({
    channelId: 'c1',
    calendarId: '',
    phoneNumber: ['+919820012345'],
    groupIds: [],
    message: { template: { templateId: 'order_ready', templateUId: 't1', cards: [{ media: file() }] } },
    columnMapping: [
      { type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'column', value: 'name', mappings: [] }] },
      { type: 'url', card: null, variables: [{ variable: 'button.1', ...values['url/button.1'] }] },
      { type: 'cards', card: 0, variables: [{ variable: 'body.1', type: 'static', value: 'x', mappings: [] }] },
    ],
    sendAt: '',
    requestKey: 'key',
    country: '',
    resourceType: 'CHAT',
    resourceId: 'chat1',
  });
  expect(fromColumnMapping(toColumnMapping(groups, values))).toEqual(values);
});
