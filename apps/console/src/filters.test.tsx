import { MantineProvider } from '@mantine/core';
import { allPermissions, type Endpoint, endpoints, featureFlags, type Me } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { meQuery } from './features/account/shared/me.ts';
import { periodOf } from './features/chat/settings/assist/assist-counts.queries.ts';
import { queryClient } from './lib/query-client.ts';
import { parseSearch, stringifySearch } from './router.tsx';
import { routeTree } from './routes/route-tree.gen.ts';
import { emptyAnswer } from './test-answers.ts';
import { exportCall } from './test-exports.ts';
import { findEndpoint } from './test-fetch.ts';
import { idOf, sampleMe, setFlags, stubServer } from './test-screens.tsx';

/** A server whose lists are empty; the choices of filters are all called Alpha. */
const server = stubServer(
  () =>
    new Proxy(
      {},
      {
        get: (_none, call: string) => {
          const endpoint = findEndpoint(call);
          return endpoint && (() => emptyAnswer(endpoint));
        },
      },
    ),
);

const followed: { call: string; query: Record<string, string> }[] = [];

/** Keeps where links of downloads lead, without the token that each carries. */
function watchDownloads(): void {
  followed.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { pathname, searchParams } = new URL(this.href);
    searchParams.delete('x-access-id');
    followed.push({ call: `GET ${pathname}`, query: Object.fromEntries(searchParams) });
  });
}

/** Draws the product's own screen at an address, to somebody who may do everything. Their clock is another one than the enterprise's. */
async function open(address: string) {
  await setFlags(Object.fromEntries(featureFlags.map((flag) => [flag, true])));
  const me = { ...sampleMe, permissions: [...allPermissions], roles: [], timeZone: 'America/New_York', enterpriseTimeZone: 'Asia/Kolkata' };
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-10T20:00:00Z') });
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me as Me);
  server.asked.length = 0;
  watchDownloads();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, parseSearch, stringifySearch, context: { queryClient }, history });
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, unmount };
}

/** Fills one filter as a person does: types, chooses, switches or opens a tab, by what the field is. */
async function fill(label: string, value: string): Promise<void> {
  const field = await waitFor(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('input, [role="tab"]')];
    const found = fields.find((element) => nameOf(element) === label);
    if (!found) throw new Error(`No filter is called ${label}: ${fields.map(nameOf).join(' | ')}`);
    return found;
  });
  if (field.getAttribute('role') === 'combobox' || field.getAttribute('aria-haspopup') === 'listbox') {
    await userEvent.click(field);
    const choices = within(document.getElementById(field.getAttribute('aria-controls') ?? '') ?? document.body);
    await userEvent.click(await choices.findByRole('option', { name: value }));
  } else if (field instanceof HTMLInputElement && ['search', 'text'].includes(field.type)) {
    fireEvent.change(field, { target: { value } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.blur(field);
  } else await userEvent.click(field);
}

const nameOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ??
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent)?.replace(/\s*\*$/, '') ??
  '';

type Query = Record<string, string>;
type Row = {
  screen: string;
  /** Filters by their labels, and what is filled in. */
  hand?: [label: string, value: string][];
  /** Exactly what the call asks for. */
  asks: Query;
  /** Address with the second page, if the list has pages. */
  next?: string;
  /** The choice lives no longer than the screen: a reload asks for everything. */
  isForgotten?: true;
  /** The button of a download: its link takes the filters with it. */
  download?: string;
};
const [one, two, three] = [idOf(1), idOf(2), idOf(3)];
const today = Date.parse('2024-03-10T20:00:00Z');
const days = { fromDate: '2024-02-29T18:30:00.000Z', toDate: '2024-03-02T18:29:59.999Z' };

/** Requests of the screens, by the call. A call of several screens has a row for each. */
const rows: [call: string, row: Row][] = [
  [
    'users.listUsers',
    {
      screen: '/admin/users?role=3',
      hand: [
        ['Search by name or e-mail', 'Pri'],
        ['Department', 'Alpha'],
      ],
      asks: { name: 'Pri', state: '1', role: '3', deptId: idOf(9), from: '0', perPage: '25' },
      next: '25',
    },
  ],
  [
    'users.listUsers',
    {
      screen: '/admin/users',
      hand: [['Deactivated', '']],
      asks: { name: '', state: '2', role: '', deptId: '', from: '0', perPage: '25' },
      next: '25',
    },
  ],
  ['invitations.list', { screen: '/admin/users', hand: [['Invitations', '']], asks: { from: '0', perPage: '25' }, next: '25' }],
  [
    'departments.list',
    { screen: '/admin/departments', hand: [['Search by name', 'Sal']], asks: { name: 'Sal', from: '0', perPage: '25' }, next: '25' },
  ],
  [
    'audit.list',
    {
      screen: `/admin/audit_trail?kind=group&recordId=${two}`,
      hand: [
        ['From', '2024-03-01'],
        ['To', '2024-03-02'],
        ['Person', 'Alpha'],
        ['Module', 'Customers'],
        ['Action', 'Created'],
        ['Person, record or address', 'vip'],
      ],
      asks: {
        fromDate: '2024-03-01',
        toDate: '2024-03-02',
        userId: idOf(9),
        module: 'customers',
        action: 'create',
        kind: 'group',
        recordId: two,
        search: 'vip',
        from: '0',
        perPage: '50',
      },
      next: '50',
    },
  ],
  [
    'bin.list',
    {
      screen: '/admin/trash?kind=group',
      hand: [
        ['Deleted by', 'Alpha'],
        ['Name', 'vip'],
      ],
      asks: { kind: 'group', search: 'vip', userId: idOf(9), from: '0', perPage: '25' },
      next: '25',
    },
  ],
  [
    'channels.list',
    {
      screen: '/admin/channels',
      hand: [
        ['Search by name', 'Sho'],
        ['Type', 'WHATSAPP'],
      ],
      asks: { name: 'Sho', type: '4', from: '0', perPage: '24' },
      next: '24',
    },
  ],
  ['sandbox.phones', { screen: `/admin/channels/${one}/sandbox`, hand: [['Search number or name', 'asha']], asks: { search: 'asha' } }],
  [
    'artifacts.list',
    {
      screen: '/content-library',
      hand: [
        ['Private', ''],
        ['Search attachments', 'logo'],
        ['Type', 'Image'],
      ],
      asks: {
        visibility: 'private',
        desc: 'logo',
        mediaType: 'IMAGE',
        bucketId: '',
        adminView: 'false',
        unused: 'false',
        from: '0',
        perPage: '20',
      },
    },
  ],
  [
    'artifacts.list',
    {
      screen: '/creatives',
      hand: [['Not used in a template', '']],
      asks: {
        visibility: 'public',
        desc: '',
        mediaType: 'IMAGE VIDEO AUDIO DOC',
        bucketId: '',
        adminView: 'true',
        unused: 'true',
        from: '0',
        perPage: '20',
      },
    },
  ],
  [
    'artifacts.buckets',
    {
      screen: '/creatives?view=BUCKET',
      hand: [
        ['Search attachments', 'logo'],
        ['Type', 'Image'],
      ],
      asks: { visibility: 'public', desc: 'logo', mediaType: 'IMAGE', adminView: 'true', perPage: '-1' },
    },
  ],
  [
    'blacklist.list',
    {
      screen: '/campaigns/blacklist',
      hand: [
        ['Search by number or reason', '9820'],
        ['Kind', 'Blocked'],
        ['Source', 'Manual'],
        ['Channel', 'Alpha'],
      ],
      asks: { search: '9820', kind: 'blocked', source: 'manual', channelId: idOf(9), from: '0', perPage: '25' },
      next: '25',
    },
  ],
  [
    'reports.messageStatus',
    {
      screen: '/admin/report?consumedBy=category&consumed=MARKETING',
      hand: [
        ['First day', '2024-03-01'],
        ['Last day', '2024-03-02'],
        ['Channel', 'Alpha'],
        ['Source', 'Chat'],
        ['Status', 'Read'],
        ['Customer number', '9820012345'],
        ['Message id', 'wamid.1'],
        ['No receipt for 24 hours', ''],
      ],
      asks: {
        fromDate: '2024-03-01',
        toDate: '2024-03-02',
        channelId: idOf(9),
        source: 'CHAT',
        status: 'READ',
        customerNumber: '9820012345',
        messageId: 'wamid.1',
        noReceipt: 'true',
        consumedBy: 'category',
        consumed: 'MARKETING',
        from: '0',
        perPage: '25',
      },
      next: '25',
    },
  ],
  [
    'reports.messageSource',
    {
      screen: '/admin/report',
      hand: [
        ['First day', '2024-03-01'],
        ['Last day', '2024-03-02'],
        ['Channel', 'Alpha'],
      ],
      asks: { fromDate: '2024-03-01', toDate: '2024-03-02', channelId: idOf(9) },
    },
  ],
  [
    'phoneBook.list',
    {
      screen: `/customer-master?group=${one}&label=${two}&filter=${three}&conditions=${encodeURIComponent('{"match":"any","clauses":[]}')}`,
      hand: [['Search customers', 'asha']],
      asks: {
        search: 'asha',
        groups: one,
        tags: two,
        filterId: three,
        conditions: '{"match":"any","clauses":[]}',
        from: '0',
        perPage: '10',
      },
      next: '10',
    },
  ],
  ['imports.list', { screen: '/customer-master/uploads', asks: { fromDate: '', toDate: '', from: '0', perPage: '10' }, next: '10' }],
  [
    'imports.errors',
    {
      screen: `/customer-master/error/${one}?kind=phone.no_country%20phoneNumber`,
      hand: [['Search rows and errors', 'asha']],
      asks: { search: 'asha', kind: 'phone.no_country phoneNumber', from: '0', perPage: '15' },
      next: '15',
    },
  ],
  [
    'broadcasts.list',
    {
      screen: '/campaigns/broadcast?name=Offer&start=2024-03-01&end=2024-03-02',
      asks: { name: 'Offer', ...days, from: '0', perPage: '20' },
      next: '20',
    },
  ],
  [
    'broadcasts.messages',
    {
      screen: `/campaigns/broadcast/${one}?status=FAILED&reason=RECIPIENT`,
      asks: { status: 'FAILED', reason: 'RECIPIENT', from: '0', perPage: '20' },
      next: '20',
    },
  ],
  [
    'billing.consumption',
    {
      screen: '/billing?tab=consumption',
      hand: [
        ['First day', '2024-03-01'],
        ['Last day', '2024-03-02'],
        ['Grouped by', 'Category'],
      ],
      asks: { fromDate: '2024-03-01', toDate: '2024-03-02', by: 'category' },
    },
  ],
  [
    'billing.movements',
    {
      screen: '/billing?tab=wallet',
      hand: [
        ['First day', '2024-03-01'],
        ['Last day', '2024-03-02'],
        ['Movement', 'Correction'],
      ],
      asks: { fromDate: '2024-03-01', toDate: '2024-03-02', kind: 'correction', after: '0' },
    },
  ],
  ['billing.recharges', { screen: '/billing?tab=recharge', asks: { from: '0', perPage: '25' }, next: '25' }],
  [
    'bookings.calendar',
    { screen: '/campaigns/calendar?day=2024-03-06', hand: [['Week', '']], asks: { fromDate: '2024-03-04', toDate: '2024-03-10' } },
  ],
  ...['/campaigns/campaigns-list', '/campaigns/report'].map((screen): [string, Row] => [
    'campaigns.list',
    {
      screen,
      hand: [
        ['Search by name', 'Spring'],
        ['State', 'Paused'],
        ['Channel', 'Alpha'],
        ['Maker', 'Alpha'],
        ['From', '2024-03-01'],
        ['To', '2024-03-02'],
      ],
      asks: { state: '3', name: 'Spring', channelId: idOf(9), makerId: idOf(9), ...days, from: '0', perPage: '25' },
      next: '25',
    },
  ]),
  [
    'campaigns.responses',
    {
      screen: `/campaigns/report/${one}?tab=responses&activity=${two}&kind=press&button=Yes`,
      asks: { activityId: two, kind: 'press', button: 'Yes', from: '0', perPage: '25' },
      next: '25',
    },
  ],
  ...(
    [
      ['/campaigns/activity-list', { approval: 'Submitted', order: 'submitted' }, []],
      ['/campaigns/approved', { approval: 'Approved', state: '0 1 3', order: 'decided' }, [['Checker', 'Alpha']]],
      ['/campaigns/approved?done=true', { approval: 'Approved', state: '2 4', order: 'decided' }, [['Checker', 'Alpha']]],
      ['/campaigns/reject', { approval: 'Rejected', order: 'decided' }, [['Checker', 'Alpha']]],
    ] as [string, Query, [string, string][]][]
  ).map(([screen, query, hand]): [string, Row] => [
    'activities.list',
    {
      screen,
      hand: [['Search by name', 'Spring'], ['Channel', 'Alpha'], ['Maker', 'Alpha'], ...hand, ['From', '2024-03-01'], ['To', '2024-03-02']],
      asks: {
        ...query,
        name: 'Spring',
        channelId: idOf(9),
        makerId: idOf(9),
        checkerId: hand.length > 0 ? idOf(9) : '',
        ...days,
        from: '0',
        perPage: '25',
      },
      next: '25',
    },
  ]),
  [
    'activities.recipients',
    {
      screen: `/campaigns/activity/${one}?status=FAILED&reason=RECIPIENT&content=B`,
      asks: { status: 'FAILED', reason: 'RECIPIENT', content: 'B', result: '', link: '', run: 'first', after: '0', perPage: '50' },
    },
  ],
  [
    'dashboard.info',
    {
      screen: '/dashboard?hours=open',
      hand: [['7 Days', '']],
      asks: {
        fromDate: '2024-03-04T18:30:00.000Z',
        toDate: '2024-03-10T20:00:00.000Z',
        timeType: 'DAY',
        currentDate: '2024-03-10T20:00:00.000Z',
        clientOffset: '330',
        hours: 'open',
      },
      isForgotten: true,
    },
  ],
  ['dashboard.cards', { screen: '/dashboard', asks: { clientOffset: '330' } }],
  ['dashboard.missed', { screen: '/dashboard?rows=missed', asks: { clientOffset: '330' } }],
  ['bots.list', { screen: '/bots', hand: [['Search agents', 'Shop']], asks: { name: 'Shop', from: '0', perPage: '15' } }],
  [
    'intents.list',
    {
      screen: `/bots/${one}/intents?story=${two}`,
      hand: [['Search intents', 'greet']],
      asks: { name: 'greet', from: '0', perPage: '200' },
    },
  ],
  [
    'entities.list',
    {
      screen: `/bots/${one}/entity-list`,
      hand: [
        ['System Entities', ''],
        ['Search entities', 'date'],
      ],
      asks: { searchterm: 'date', type: '1', from: '0', perPage: '15' },
      next: '15',
    },
  ],
  [
    'journeys.list',
    {
      screen: '/journey/workspace?folder=Care',
      hand: [
        ['Search by name', 'book'],
        ['State', 'Paused'],
        ['Channel', 'Alpha'],
      ],
      asks: { search: 'book', folder: 'Care', state: 'PAUSED', channelId: idOf(9), from: '0', perPage: '24' },
      next: '24',
    },
  ],
  [
    'journeyMonitor.list',
    {
      screen: `/journey/monitor?journeyId=${one}&version=2&node=n1&dueFrom=2024-03-01T00:00:00.000Z&dueTo=2024-03-02T00:00:00.000Z&counted=true&startedFrom=2024-02-01T00:00:00.000Z&startedTo=2024-02-28T00:00:00.000Z&environment=production&ending=UNDER_WAY&withoutAgent=true&passage=left&passedNode=n1&passedExit=yes&milestone=m1`,
      hand: [
        ['Search by number', '9820'],
        ['State', 'Waiting'],
        ['Channel', 'Alpha'],
      ],
      asks: {
        journeyId: one,
        version: '2',
        channelId: idOf(9),
        state: 'WAITING',
        node: 'n1',
        dueFrom: '2024-03-01T00:00:00.000Z',
        dueTo: '2024-03-02T00:00:00.000Z',
        search: '9820',
        counted: 'true',
        startedFrom: '2024-02-01T00:00:00.000Z',
        startedTo: '2024-02-28T00:00:00.000Z',
        environment: 'production',
        ending: 'UNDER_WAY',
        withoutAgent: 'true',
        passage: 'left',
        passedNode: 'n1',
        passedExit: 'yes',
        milestone: 'm1',
        from: '0',
        perPage: '25',
      },
      next: '25',
    },
  ],
  [
    'journeyMonitor.forecast',
    {
      screen: `/journey/monitor?journeyId=${one}`,
      hand: [
        ['Coming up', ''],
        ['Channel', 'Alpha'],
      ],
      asks: { journeyId: one, channelId: idOf(9) },
    },
  ],
  ['publishing.list', { screen: `/publish?journeyId=${one}`, hand: [['Channel', 'Alpha']], asks: { journeyId: one, channelId: idOf(9) } }],
  [
    'integrations.list',
    {
      screen: '/services',
      hand: [
        ['Search', 'Shop'],
        ['Type', 'Webhook'],
      ],
      asks: { name: 'Shop', authType: '2', from: '0', perPage: '25' },
      next: '25',
    },
  ],
  [
    'notifications.list',
    {
      screen: '/notifications?kind=import_done',
      hand: [['Unread only', '']],
      asks: { kind: 'import_done', unreadOnly: 'true', from: '0', perPage: '25' },
      next: '25',
    },
  ],
  [
    'templates.list',
    {
      screen: '/admin/messageTemplate/whatsapp',
      hand: [
        ['SMS', ''],
        ['Search by name', 'offer'],
        ['Channel', 'Alpha'],
        ['Status', 'Approved'],
        ['Category', 'MARKETING'],
        ['Language', 'English (en)'],
      ],
      asks: {
        name: 'offer',
        channelId: idOf(9),
        type: '0',
        status: 'APPROVED',
        category: 'MARKETING',
        language: 'en',
        from: '0',
        perPage: '20',
      },
      next: '20',
    },
  ],
  [
    'departments.mappedUsers',
    {
      screen: `/admin/departments?open=${one}`,
      hand: [
        ['Others', ''],
        ['Search by name or e-mail', 'Pri'],
      ],
      asks: { mapped: 'false', name: 'Pri', from: '0', perPage: '30' },
      isForgotten: true,
    },
  ],
  [
    'audit.export',
    {
      screen:
        `/admin/audit_trail?fromDate=2024-03-01&toDate=2024-03-02&userId=${one}&module=customers&action=create&kind=group` +
        `&recordId=${two}&search=vip&from=50`,
      download: 'Export CSV',
      asks: {
        fromDate: '2024-03-01',
        toDate: '2024-03-02',
        userId: one,
        module: 'customers',
        action: 'create',
        kind: 'group',
        recordId: two,
        search: 'vip',
      },
    },
  ],
  [
    'reports.export',
    {
      screen:
        `/admin/report?fromDate=2024-03-01&toDate=2024-03-02&channelId=${one}&source=CHAT&status=READ&customerNumber=%2B919820012345` +
        '&messageId=wamid.1&noReceipt=true&consumedBy=category&consumed=MARKETING&from=25',
      download: 'Export CSV',
      asks: {
        fromDate: '2024-03-01',
        toDate: '2024-03-02',
        channelId: one,
        source: 'CHAT',
        status: 'READ',
        customerNumber: '+919820012345',
        messageId: 'wamid.1',
        noReceipt: 'true',
        consumedBy: 'category',
        consumed: 'MARKETING',
      },
    },
  ],
  [
    'billing.exportMovements',
    {
      screen: '/billing?tab=wallet&fromDate=2024-03-01&toDate=2024-03-02&kind=correction',
      download: 'Export CSV',
      asks: { fromDate: '2024-03-01', toDate: '2024-03-02', kind: 'correction' },
    },
  ],
  [
    'campaigns.responsesCsv',
    {
      screen: `/campaigns/report/${one}?tab=responses&activity=${two}&kind=press&button=Yes`,
      download: 'Export',
      asks: { activityId: two, kind: 'press', button: 'Yes' },
    },
  ],
  ['twoFactor.listUsers', { screen: '/admin/sso', asks: { from: '0', perPage: '25' } }],
  [
    'webhooks.deliveries',
    {
      screen: `/admin/chatConfig/webhook?log=${idOf(9)}`,
      hand: [['State', 'Given up']],
      asks: { state: 'DEAD', from: '0', perPage: '25' },
      next: '25',
    },
  ],
  [
    'relays.deliveries',
    {
      screen: `/services?tab=relay&log=${idOf(9)}`,
      hand: [['State', 'Given up']],
      asks: { id: idOf(9), state: 'DEAD', from: '0', perPage: '25' },
      next: '25',
    },
  ],
  ['phoneBook.listGroups', { screen: '/customer-master', hand: [['Search groups', 'Pun']], asks: { search: 'Pun' }, isForgotten: true }],
  ['phoneBook.listLabels', { screen: '/customer-master', hand: [['Search labels', 'VIP']], asks: { search: 'VIP' }, isForgotten: true }],
  ['phoneBook.doubles', { screen: '/customer-master', asks: { from: '0', perPage: '20' } }],
  ['privacy.erasures', { screen: '/admin/details?tab=privacy', asks: { from: '0', perPage: '10' } }],
  ['chats.configuration', { screen: `/admin/chatConfig/chat-config?dept=${idOf(9)}`, asks: { deptId: idOf(9) } }],
  [
    'richCards.list',
    {
      screen: '/admin/richcard?name=vi&kind=carousel&from=25',
      asks: { name: 'vi', kind: 'carousel', from: '25', perPage: '25' },
    },
  ],
  [
    'quickReplies.list',
    {
      screen: `/admin/chatConfig/chat-config?section=quickReplies&dept=${idOf(9)}&search=bye&from=25`,
      asks: { deptId: idOf(9), search: 'bye', from: '25', perPage: '25' },
    },
  ],
  [
    'macros.list',
    { screen: `/admin/chatConfig/chat-config?section=macros&dept=${idOf(9)}`, asks: { scope: 'department', deptId: idOf(9) } },
  ],
  [
    'assist.counts',
    {
      screen: `/admin/chatConfig/chat-config?section=assist&dept=${idOf(9)}&days=7`,
      asks: { deptId: idOf(9), ...periodOf(7, new Date(today), 'Asia/Kolkata') },
    },
  ],
  [
    'assist.replies',
    {
      screen: `/admin/chatConfig/chat-config?section=assist&days=90&use=passage.${idOf(8)}.${idOf(9)}.edited`,
      asks: {
        kind: 'passage',
        sourceId: idOf(8),
        deptId: idOf(9),
        outcome: 'edited',
        ...periodOf(90, new Date(today), 'Asia/Kolkata'),
        before: '',
      },
    },
  ],
  ['chatFields.list', { screen: `/admin/chatConfig/chat-config?section=fields&dept=${idOf(9)}`, asks: { deptId: idOf(9) } }],
  ['chatLabels.list', { screen: `/admin/chatConfig/chat-config?section=labels&dept=${idOf(9)}`, asks: { deptId: idOf(9) } }],
  ['chatSides.mentions', { screen: '/chat/conversation', asks: { perPage: '30' } }],
  ['chats.summary', { screen: '/chat/conversation', asks: { perPage: '-1', screenType: 'CHAT' } }],
  [
    'inbox.list',
    {
      screen: '/chat/conversation?tab=closed&sort=longest&channel=12&label=Refund&department=none&priority=8',
      asks: { tab: 'closed', sort: 'longest', channel: '12', label: 'Refund', department: 'none', priority: '8' },
    },
  ],
  ['inbox.search', { screen: '/chat/conversation?text=refund', asks: { q: 'refund' } }],
  [
    'chatMonitor.agents',
    {
      screen: `/chat/monitor?tab=agents&department=${idOf(9)}`,
      hand: [
        ['Search agents', 'ash'],
        ['Status', 'Away'],
        ['Room for chats', 'Full'],
      ],
      asks: { department: idOf(9), name: 'ash', agentStatus: '2', desk: 'full', after: '' },
    },
  ],
  [
    'chatMonitor.chats',
    {
      screen: `/chat/monitor?tab=chats&department=none&agentId=${idOf(8)}`,
      hand: [
        ['Search customers', 'mee'],
        ['Channel', 'WHATSAPP'],
        ['State', 'With an agent'],
        ['Order', 'Longest waiting first'],
      ],
      asks: { department: 'none', channel: '4', state: 'open', agentId: idOf(8), name: 'mee', sort: 'waiting' },
    },
  ],
  [
    'chats.history',
    {
      screen: `/chat/history?fromDate=2024-03-01&toDate=2024-03-02&customerId=${idOf(7)}&agentId=${idOf(8)}&labelId=${idOf(6)}`,
      hand: [
        ['Words in messages', 'refund'],
        ['Customer', 'mee'],
        ["Customer's number", '+919876512345'],
        ['Chat number', '10482-7'],
        ['State', 'Missed'],
        ['Led', 'In another product'],
        ['Department', 'Alpha'],
        ['Channel', 'Alpha'],
        ['Missed because', 'Timed out'],
        ['Rating', '4 stars'],
      ],
      asks: {
        fromDate: '2024-03-01',
        toDate: '2024-03-02',
        customerId: idOf(7),
        agentId: idOf(8),
        labelId: idOf(6),
        text: 'refund',
        name: 'mee',
        phone: '+919876512345',
        number: '10482-7',
        state: '4',
        departmentId: idOf(9),
        channelId: idOf(9),
        missedReason: '1',
        rating: '4',
        origin: 'moved',
      },
    },
  ],
];

const endpointOf = (call: string): Endpoint => {
  const [noun, verb] = call.split('.') as [keyof typeof endpoints, string];
  return (endpoints[noun] as Record<string, Endpoint>)[verb] as Endpoint;
};
/** Lists that leave as files ask for what their own downloads take. */
const listOf: Record<string, string> = {
  auditTrail: endpoints.audit.export.path,
  messages: endpoints.reports.export.path,
  movements: endpoints.billing.exportMovements.path,
  campaignResponses: endpoints.campaigns.responsesCsv.path.replace(':campaignId', one),
};
const exported = () =>
  server.asked
    .filter(({ call }) => call === exportCall)
    .map(({ body }) => {
      const { kind, filter } = body as { kind: string; filter: Record<string, string> };
      const { campaignId: _campaignId, ...query } = filter;
      return { call: `GET ${listOf[kind]}`, query };
    });

/** The queries of a call, whichever record its address names; of a download, those of its links. */
const queriesOf = (call: string): Query[] =>
  [...server.asked, ...followed, ...exported()].filter((asked) => findEndpoint(asked.call) === endpointOf(call)).map(({ query }) => query);

test.each(rows.map(([call, row]) => [call, row.screen, row] as const))(
  '%s: the filters of %s reach the server, after a reload and on the next page too',
  async (call, address, { hand = [], asks, next, isForgotten = false, download }) => {
    const { router, unmount } = await open(address);
    for (const [label, value] of hand) await fill(label, value);
    if (download) await userEvent.click(await screen.findByRole('button', { name: download }));
    await waitFor(() => expect(queriesOf(call)).toContainEqual(asks));
    if (download) return;
    const { href } = router.state.location;
    unmount();
    if (isForgotten) return;
    const again = await open(next ? `${href}${href.includes('?') ? '&' : '?'}from=${next}` : href);
    await waitFor(() => expect(queriesOf(call)).toContainEqual(next ? { ...asks, from: next } : asks));
    again.unmount();
  },
);

/** Parameters and calls that no row sends: the tests that see them sent, or why no screen sends them. */
const elsewhere: Record<string, string> = {
  'onboardings.list': 'onboarding-page.test.tsx',
  'onboardings.details': 'onboarding-page.test.tsx: the onboarding that is open',
  'onboardings.permissions': 'onboarding-page.test.tsx: the onboarding that is open',
  'onboardings.accounts': 'onboarding-page.test.tsx: the onboarding that is open',
  'onboardings.numbers': 'onboarding-page.test.tsx: the onboarding that is open',
  'onboardings.checks': 'onboarding-page.test.tsx: the onboarding that is open',
  'onboardings.callbacks': 'no screen: the step says itself where the provider calls back',
  'account.captcha': 'login-page.test.tsx, forgot-and-reset.test.tsx',
  'account.isEmailUnique': 'one address, no list',
  'departments.mappedUsers.from': 'the pager of the drawer is that of every table: data-table.test.tsx',
  'twoFactor.listUsers.from': 'the pager of the table: list-pager.test.tsx',
  'twoFactor.listUsers.name': 'the table has no search',
  'sso.singleLogout': 'the identity provider calls it',
  'files.download.playable': 'the link of a recording: attachment-view.test.tsx',
  'video.recording.chatId': 'one recording, no list: call-history.test.tsx',
  'roles.why': 'one user, no list',
  'siteRules.shows': 'website-panels.test.tsx',
  'calendars.check': 'hours-page.test.tsx',
  'calendars.strip': 'hours-page.test.tsx',
  'audit.list.after': 'for programs: a screen turns pages by `from`',
  'artifacts.list.from': '“Show more”: artifact-picker.test.tsx',
  'artifacts.list.type': 'for programs: a screen says mediaType',
  'artifacts.list.deptId': 'for programs: no screen narrows by department',
  'artifacts.list.bucketId': 'library-pages.test.tsx',
  'artifacts.buckets.from': 'buckets come all at once',
  'artifacts.buckets.type': 'for programs: a screen says mediaType',
  'artifacts.buckets.deptId': 'for programs: no screen narrows by department',
  'sql.log.perPage': 'the page’s own number',
  'sql.log.after': '“Show more”: sql-panel.test.tsx',
  'reports.messageStatus.after': 'for programs: a screen turns pages by `from`',
  'chatSides.mentions.before': 'conversation-keys.test.tsx',
  'chatSides.mentionable': 'note-composer.test.tsx',
  'assist.suggest': 'one message: assist-strip.test.tsx',
  'assist.translations': 'one chat: assist-strip.test.tsx',
  'assist.counts.from': 'the beginning of the period, in its row',
  'assist.replies.from': 'the beginning of the period, in its row',
  'assist.replies.perPage': 'pages are of 30, as the server has it',
  'assist.replies.before': '“More”: assist-counts.test.tsx',
  'chats.summary.from': 'all chats of an agent come at once',
  'chats.history.after': '“More chats”: history-page.test.tsx',
  'chats.history.from': 'for programs: a screen turns pages by `after`',
  'chats.history.perPage': 'pages are of 50, as the server has it',
  'chatHistory.pdf': 'one chat, no list: history-view.test.tsx',
  'chatHistory.text': 'one chat, no list: history-view.test.tsx',
  'chats.get': 'one chat, no filter',
  'movedChats.get.from': '“More messages”: history-page.test.tsx',
  'movedChats.get.perPage': 'pages are of 200, as the server has it',
  'chats.waiting': 'chat-notification-modal.test.tsx',
  'chats.userDetails': 'no screen asks',
  'inbox.list.before': '“More chats”: conversation-page.test.tsx',
  'inbox.list.perPage': 'pages are of 50, as the server has it',
  'inbox.search.before': '“Look further”: conversation-page.test.tsx',
  'chatMonitor.agents.perPage': 'monitor-page.test.tsx',
  'chatMonitor.agents.after': '“More agents”: monitor-page.test.tsx',
  'chatMonitor.presence': 'one agent, no list: monitor-page.test.tsx',
  'chatMonitor.chats.before': '“More chats”: monitor-page.test.tsx',
  'chatMonitor.chats.perPage': 'pages are of 50, as the server has it',
  'chats.agents': 'chat.queries.test.ts',
  'chats.previewConfiguration': 'preview-dialog.test.tsx',
  'chats.chatConfig': 'one chat’s department, no list: chat-dialogs.test.tsx',
  'chatLabels.list.chatId': 'one chat, no list',
  'macros.list.chatId': 'the list behind M: macro-menu.test.tsx',
  'chatLabels.details': 'one chat, no list',
  'chatRules.choices': 'the choices of the form: rule-panel.test.tsx',
  'chatRules.trial': 'one chat, no list: rule-panel.test.tsx',
  'clockPolicies.groups': 'the choice of the form: policy-panel.test.tsx',
  'richCards.list.from': 'the pager of the table: data-table.test.tsx',
  'richCards.preview': 'for programs: the editor asks for previews of what is not saved',
  'richCards.event': 'the link of a message, no screen',
  'quickReplies.list.from': 'the pager of the table: data-table.test.tsx',
  'quickReplies.list.chatId': 'the list of the composer: use-quick-replies.test.tsx',
  'quickReplies.list.sort': 'the list of the composer: use-quick-replies.test.tsx',
  'quickReplies.fill': 'one chat, no list',
  'customers.list': 'for programs: screens ask for the phone book',
  'phoneBook.lookup': 'one number, no list',
  'phoneBook.doubles.from': 'one page of pairs is shown',
  'phoneBook.timeline': 'one customer, no filter',
  'privacy.erasures.from': 'the pager of the list: list-pager.test.tsx',
  'privacy.consentHistory': 'one customer, no filter',
  'imports.list.fromDate': 'travels empty: the screen has no days',
  'imports.list.toDate': 'travels empty: the screen has no days',
  'imports.errors.groups': 'travels empty: a row that was refused is in no group',
  'imports.errors.tags': 'travels empty: a row that was refused has no label',
  'broadcasts.validateMedia': 'broadcast-pages.test.tsx',
  'billing.movements.perPage': 'the server’s own page',
  'operator.listAccounts': 'for the operator of the installation: no screen',
  'campaigns.variables': 'one campaign, no list',
  'campaigns.report': 'report-pages.test.tsx',
  'campaigns.externalStats': 'for programs',
  'campaigns.externalCsv': 'for programs',
  'activities.list.campaignId': 'for programs: a campaign’s page has its iterations from its figures',
  'activities.recipients.link': 'report-pages.test.tsx',
  'activities.recipients.result': 'report-pages.test.tsx',
  'activities.export': 'one iteration, no filter',
  'activities.why': 'one number, no list',
  'activities.preview': 'activity-page.test.tsx',
  'activities.unknown': 'one iteration, no list',
  'bots.list.from': 'bot-list-page.test.tsx',
  'intents.list.from': 'all come on one page of 200: intents-page.test.tsx',
  'knowledge.text': 'knowledge-page.test.tsx',
  'journeys.details': 'one stream, no list',
  'journeys.refs': 'publish-page.test.tsx',
  'forms.refs': 'ref-field.tsx of the designer',
  'journeyMonitor.count': 'monitor-pages.test.tsx',
  'journeyMonitor.actPeople': 'monitor-pages.test.tsx',
  'designer.access': 'designer-page.test.tsx',
  'integrations.workflows': 'one service, no list with filters',
  'integrations.processes': 'one service, no list with filters',
  'relays.get': 'one bridge, no list',
  'relays.address': 'one bridge, no list',
  'relays.delivery': 'one delivery, no list',
  'training.exportData': 'training-page.test.tsx',
  'botReport.download': 'report-page.test.tsx',
  'training.unanswered': 'unanswered-page.test.tsx',
  'insights.sentiment': 'sentiment-page.test.tsx',
  'insights.rules': 'classification-page.test.tsx',
  'insights.conversations': 'classification-page.test.tsx',
  'templates.list.page': 'for programs: a screen turns pages by `from`',
  'templates.get': 'broadcast-pages.test.tsx',
  'templates.variables': 'broadcast-pages.test.tsx',
  'mailPages.get': 'one page of one mail, no list',
  'mailReplies.get': 'one mail, no list',
  'streamReports.figures': 'report-pages.test.tsx',
  'streamReports.funnel': 'report-pages.test.tsx',
  'streamReports.refused': 'report-pages.test.tsx',
  'streamReports.data': 'report-pages.test.tsx',
  'streamReports.dataExport': 'report-pages.test.tsx',
  'milestoneReports.figures': 'report-pages.test.tsx',
  'milestoneReports.people': 'report-pages.test.tsx',
  'milestoneReports.customers': 'report-pages.test.tsx',
  'milestoneReports.export': 'report-pages.test.tsx',
  'widget.config': 'the widget asks',
  'dashboard.figures': 'timing-overview.test.tsx',
  'dashboard.rows': 'timing-overview.test.tsx',
  'campaignMilestones.report': 'milestone-tab.test.tsx',
  'campaignMilestones.rows': 'milestone-tab.test.tsx',
  'campaignMilestones.customers': 'milestone-tab.test.tsx',
  'campaignMilestones.explain': 'milestone-tab.test.tsx',
  'campaignMilestones.csv': 'milestone-tab.test.tsx',
  'chatAnalytics.report': 'analytics.queries.test.ts',
  'chatAnalytics.tables': 'analytics.queries.test.ts',
  'chatAnalytics.explain': 'explain-drawer.test.tsx',
  'chatAnalytics.rows': 'analytics.queries.test.ts',
  'boards.rows': 'board-pages.test.tsx',
  'boards.readers': 'alert-pages.test.tsx',
  'reportSchedules.deliveries': 'schedule-pages.test.tsx',
  'chatAnalytics.download': 'analytics.queries.test.ts',
  'chatAnalytics.rowsDownload': 'analytics.queries.test.ts',
  'speech.figures': 'speech-page.test.tsx',
  'speech.list': 'speech-page.test.tsx',
  'speech.download': 'speech-page.test.tsx',
  'packages.list': 'package-pages.test.tsx',
  'moves.list': 'moving-pages.test.tsx',
  'moves.records': 'moving-pages.test.tsx',
  'packages.own': 'the choice of a dialog: package-pages.test.tsx',
  'flows.list': 'flow-pages.test.tsx',
  'forms.list': 'form-pages.test.tsx',
  'forms.answers': 'form-pages.test.tsx',
  'forms.figures': 'form-pages.test.tsx',
  'forms.download': 'form-pages.test.tsx',
  'encaps.list': 'encap-pages.test.tsx',
  'encaps.log': 'encap-pages.test.tsx',
  'encapLaunches.list': 'encap-pages.test.tsx',
  'encapLaunches.links': 'encap-pages.test.tsx',
  'encapReports.instanceCount': 'encap-pages.test.tsx',
  'encapReports.instances': 'for programs: the page of an encap has its launches and their links',
  'encapReports.dataCollection': 'encap-pages.test.tsx',
  'encapReports.dataCollectionCsv': 'encap-pages.test.tsx',
  'encapReports.milestoneCount': 'encap-pages.test.tsx',
  'encapReports.milestoneGraph': 'encap-pages.test.tsx',
  'encapReports.milestones': 'encap-pages.test.tsx',
  'screenFilters.list': 'screen-filters.test.tsx',
  'lateChanges.summary': 'late-drawer.test.tsx',
  'lateChanges.rows': 'late-drawer.test.tsx',
  'chatTargets.get': 'targets-dialog.test.tsx',
};

const fieldsOf = ({ query }: Endpoint): string[] =>
  Object.keys((query as unknown as { _zod: { def: { shape: object } } } | undefined)?._zod.def.shape ?? {});
/** Tells whether a row fills a parameter with something that narrows the list. */
const isFilled = (call: string, field: string): boolean =>
  rows.some(([name, { asks, next }]) => name === call && (field === 'from' ? next !== undefined : (asks[field] ?? '') !== ''));

test('every parameter of every call that reads is sent by a row, or says which test sees it or why no screen sends it', () => {
  const parameters = Object.entries(endpoints).flatMap(([noun, verbs]) =>
    Object.entries(verbs as Record<string, Endpoint>)
      .filter(([, { method }]) => method === 'GET')
      .flatMap(([verb, endpoint]) => fieldsOf(endpoint).map((field) => [`${noun}.${verb}`, field] as const)),
  );
  const unsent = parameters.filter(([call, field]) => field !== 'x-access-id' && !isFilled(call, field));
  const reasonOf = ([call, field]: readonly [string, string]) => (`${call}.${field}` in elsewhere ? `${call}.${field}` : call);
  expect(unsent.filter((parameter) => elsewhere[reasonOf(parameter)] === undefined).map((parameter) => parameter.join('.'))).toEqual([]);
  const used = new Set(unsent.map(reasonOf));
  expect(Object.keys(elsewhere).filter((reason) => !used.has(reason))).toEqual([]);
});

test('every test that the reasons name is there', () => {
  const files = Object.keys(import.meta.glob('./**/*.test.{ts,tsx}')).map((file) => file.split('/').at(-1));
  const named = Object.values(elsewhere).flatMap((reason) => reason.match(/[\w.-]+\.test\.tsx?/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});
