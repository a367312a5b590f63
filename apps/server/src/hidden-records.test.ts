import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The folders of nouns' own queries, which decide for themselves whether they see records in the bin (administration 4). */
const phoneBook = ['number', 'attribute', 'record', 'set', 'filter', 'query', 'consent', 'customer', 'merge', 'bulk', 'phone-book'];
const homes: Record<string, readonly string[]> = {
  customers: phoneBook.map((noun) => `domains/customer/${noun}/`),
  attributes: phoneBook.map((noun) => `domains/customer/${noun}/`),
  departments: ['domains/account/department/'],
  templates: ['domains/channel/template/'],
};

const chatsOwn = 'a chat names its customer, also one who is in the bin';
const history = 'what happened keeps its names';
const persons = 'what is held about a person is theirs in the bin too';
/** Questions elsewhere that see deleted records on purpose, by file and declaration. Channels and bots are hidden by a policy of their rows. */
const knowing: Record<string, string> = {
  'domains/chat/offer/chat.offer.ts offer': chatsOwn,
  'domains/chat/access/chat.query.ts getCustomersByState': chatsOwn,
  'domains/chat/record/chat.summary.repository.ts summaries': chatsOwn,
  'domains/chat/record/chat.summary.repository.ts listWaiting': chatsOwn,
  'domains/chat/note/mention.repository.ts listMentions': chatsOwn,
  'domains/chat/later/later.repository.ts findCustomer': chatsOwn,
  'domains/chat/router/give-out.repository.ts findCustomerNames': chatsOwn,
  'domains/chat/router/situation.repository.ts lockWaiting': chatsOwn,
  'domains/chat/routing/chat.fit.repository.ts findFitFacts': chatsOwn,
  'domains/chat/chat/chat.work.ts openChatsLeft': chatsOwn,
  'domains/chat/chat/chat.work.ts offersLeft': chatsOwn,
  'domains/chat/record/transcript.record.ts transcriptRecord': chatsOwn,
  'domains/chat/video/video.held.repository.ts recordingRecord': chatsOwn,
  'domains/chat/video/video.repository.ts findCustomerName': chatsOwn,
  'domains/chat/monitor/monitor.lists.repository.ts listMonitorChats': chatsOwn,
  'domains/chat/history/history.repository.ts chatsOf': chatsOwn,
  'domains/chat/moved/moved.list.repository.ts joins': chatsOwn,
  'domains/chat/moved/moved.repository.ts takeIn': chatsOwn,
  'domains/customer/moved/moved.customer.repository.ts joinMoved':
    'customers and sets were matched in the same transaction, those in the bin left out',
  'domains/bot/report/report.repository.ts readPeople': history,
  'domains/chat/assist/assist.repository.ts sumUses': history,
  'domains/chat/site-rule/site-rule.repository.ts listShows': history,
  'domains/chat/site-rule/site-rule.repository.ts findReach': 'who refuses marketing refuses it in the bin too',
  'domains/chat/settings/settings.repository.ts findOfChat': 'a chat names its customer and its department, also those that are in the bin',
  'domains/chat/settings/settings.repository.ts findTextPlace': 'texts name the department of their settings as those of a chat do',
  'domains/outreach/message/recipient.repository.ts findCustomers': chatsOwn,
  'domains/insight/dashboard/dashboard.service.ts listMissed': history,
  'domains/insight/report/report.query.ts readLines': history,
  'domains/messaging/ledger/message.detail.ts findMessageDetail': history,
  'domains/journey/speech/speech.repository.ts select': history,
  'domains/journey/walk/walk.repository.ts findListedWalks': history,
  'domains/journey/form-answer/answer.repository.ts select': history,
  'domains/account/invitation/invitation.record.ts invitationRecord': history,
  'domains/messaging/inbound-message/opt-out.ts stopMarketing': 'the category of what waits to be sent is that of the template then',
  'domains/messaging/gate/judge.all.ts cappedAddresses': 'what was sent counts, whatever became of its template',
  'domains/messaging/sending/reachable.ts marketingSince': 'what was sent counts, whatever became of its template',
  'domains/messaging/gate/cap.ts countLeft': 'what was sent counts, whatever became of its template',
  'domains/messaging/gate/quiet-hours.ts readZones': 'what is queued already keeps the hours of its recipient',
  'domains/messaging/gate/gate.facts.ts findCapped': 'what was sent counts, whatever became of its template',
  'domains/customer/import-row/import.write.ts writeReplacements': 'writes whom the same transaction has found and locked',
  'domains/customer/csv-import/import.undo.ts removeNew': 'its question before says who may go, and keeps those in the bin',
  'domains/customer/csv-import/import.undo.ts putBack': 'its question before says who is put back, and keeps those in the bin',
  'domains/customer/csv-import/import.personal.ts importFilesOfPerson': persons,
  'domains/customer/privacy/customer.personal.ts customerWishes': persons,
  'domains/customer/privacy/export.personal.ts made': persons,
  'domains/customer/erasure/person.ts knownAddresses': persons,
};

const root = import.meta.dirname;
const start = /\n(?=(?:export )?(?:async )?(?:function|const|class|type) )/;
const nameOf = (text: string) => /(?:function\*?|const|class|type)\s+(\w+)/.exec(text)?.[1] ?? '';
/** Declarations of the program at the outermost level, each with its text. */
const declarations = globSync('domains/**/*.ts', { cwd: root })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('/example/'))
  .flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split(start)
      .map((text) => ({ file, text })),
  );

const asks = (text: string, table: string) =>
  new RegExp(`(?:From|Join|updateTable)\\(\\s*'${table}\\b|\\b(?:from|join|update)\\s+${table}\\b`).test(text);

test('questions about nouns that have a bin leave out what lies in it, outside of the noun’s own folders', () => {
  const found = Object.entries(homes).flatMap(([table, own]) =>
    declarations
      .filter(({ file, text }) => !own.some((home) => file.startsWith(home)) && asks(text, table) && !/deletedAt|deleted_at/.test(text))
      .map(({ file, text }) => `${file} ${nameOf(text)}`),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(knowing).sort());
});
