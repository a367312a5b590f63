import { rawZip } from './zips.ts';

const day = 86_400;
/** 1 March 2024, as seconds. */
export const oldDay = 1_709_280_000;

export const chatwootContact = (id: number, more: object = {}) => ({
  ...{ id, name: `Contact ${id}`, email: `contact${id}@example.com`, phone_number: `+4479460${String(10_000 + id)}`, identifier: null },
  ...{ blocked: false, custom_attributes: {}, additional_attributes: {}, created_at: oldDay },
  ...more,
});
const chatwootMessage = (id: number, conversation: number, content: string, more: object = {}) => ({
  ...{ id, content, inbox_id: 3, conversation_id: conversation, message_type: id % 2, content_type: 'text', private: false },
  ...{
    created_at: oldDay + id,
    sender: id % 2 ? { id: 7, name: 'Asha Rao', type: 'user' } : { id: 1, name: 'Contact 1', type: 'contact' },
  },
  ...more,
});
export const chatwootConversation = (id: number, contact: object, more: object = {}) => ({
  meta: {
    sender: contact,
    channel: 'Channel::WebWidget',
    assignee: { id: 7, name: 'Asha Rao', available_name: 'Asha', email: 'asha@old.example' },
    team: { id: 4, name: 'Billing' },
  },
  ...{
    id,
    uuid: `u-${id}`,
    inbox_id: 3,
    status: 'resolved',
    labels: ['refund'],
    created_at: oldDay + id * day,
    last_activity_at: oldDay + id * day + 60,
  },
  messages: [chatwootMessage(id * 100, id, `First words of ${id}`)],
  ...more,
});

/** An export as a script makes it of the pages of Chatwoot's API: made up, in the shapes that its views have. */
export const chatwootZip = (change: (files: Record<string, unknown>) => Record<string, unknown> = (same) => same): Buffer => {
  const contacts = [
    chatwootContact(1, { identifier: 'crm-1', labels: ['vip'], custom_attributes: { city: 'Pune', plan: 'gold' } }),
    chatwootContact(2, { name: '=HYPERLINK("http://x.example")', blocked: true }),
    chatwootContact(3, { email: null, phone_number: null }),
    chatwootContact(4, { phone_number: '+447946010001', email: 'other@example.com' }),
  ];
  const [first, second] = contacts as [object, object];
  const files = change({
    'agents.json': [
      { id: 7, account_id: 1, email: 'asha@old.example', available_name: 'Asha', name: 'Asha Rao', role: 'agent', confirmed: true },
      { id: 8, account_id: 1, email: 'gone@old.example', available_name: 'Old hand', name: 'Old Hand', role: 'agent', confirmed: true },
    ],
    'teams.json': [{ id: 4, name: 'Billing', allow_auto_assign: true }],
    'inboxes.json': { payload: [{ id: 3, name: 'Shop page', channel_type: 'Channel::WebWidget' }] },
    'labels.json': { payload: [{ id: 1, title: 'refund', color: '#ff0000', show_on_sidebar: true }] },
    'canned_responses.json': [
      { id: 1, short_code: 'hello', content: 'Hello, how can I help?' },
      { id: 2, short_code: 'two words', content: 'Not fit' },
    ],
    'contacts.json': { meta: { count: 4, current_page: 1 }, payload: contacts },
    'conversations.json': {
      data: { meta: { all_count: 2 }, payload: [chatwootConversation(1, first), chatwootConversation(2, second, { labels: [] })] },
    },
    'messages/conversation-1.json': {
      meta: { labels: ['refund'] },
      payload: [
        chatwootMessage(100, 1, 'First words of 1'),
        chatwootMessage(101, 1, 'Your refund of the blue kettle is on its way'),
        chatwootMessage(102, 1, 'A secret note', { private: true, message_type: 1, sender: { id: 7, name: 'Asha Rao', type: 'user' } }),
        chatwootMessage(104, 1, 'Here is the bill', {
          attachments: [{ id: 1, file_type: 'file', data_url: 'https://old.example/bill.pdf', file_size: 12 }],
        }),
      ],
    },
    'pictures/logo.png': 'no text',
  });
  return rawZip(
    Object.entries(files).map(([name, content]) => ({ name, content: typeof content === 'string' ? content : JSON.stringify(content) })),
  );
};
