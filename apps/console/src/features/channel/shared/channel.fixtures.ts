import type { Channel, Template, TemplateComponent } from '@parley/contract';

/** A channel as the server lists it. */
export const makeChannel = (change: Partial<Channel> & { id: string }): Channel => ({
  _id: { $oid: change.id },
  name: 'Shop',
  type: 4,
  vendor: 'airtel',
  contactId: '+919820012345',
  deptId: '',
  environment: 'sandbox',
  state: 'ACTIVE',
  stateReason: '',
  isActive: true,
  widgetKey: '',
  speedPerSecond: null,
  data: { entry: 'queue', botId: '' },
  version: 1,
  createdAt: '2024-01-05T10:30:00.000Z',
  ...change,
});

/** A template as the server lists it: not sent in yet. */
export const makeTemplate = (change: Partial<Template> & { id: string; components: TemplateComponent[] }): Template => ({
  templateId: 'order_ready',
  name: 'order_ready',
  channelId: '7d1f6a52-0d7b-4b52-9d7c-000000000008',
  channelName: 'Shop',
  channelType: 4,
  language: 'en',
  category: 'UTILITY',
  extra: { senderId: '', principalEntityId: '', registeredTemplateId: '', fallbackText: '', orientation: 'VERTICAL' },
  status: 'DRAFT',
  statusReason: '',
  quality: '',
  vendorTemplateId: '',
  isManual: false,
  replacesId: '',
  replacedById: '',
  usedIn: [],
  lastSentAt: null,
  syncedAt: null,
  submittedAt: null,
  createdAt: '2024-01-05T10:00:00Z',
  updatedAt: '2024-01-05T10:00:00Z',
  version: 1,
  ...change,
});
