import type { PackageItem, PackagePlan, PackagePlanItem, WholePackage } from '@parley/contract';
import { idOf } from '../../../test-screens.tsx';

const at = '2026-03-05T10:30:00.000Z';
export const fingerprint = 'ab12'.repeat(16);

export const makePackageItem = (change: Partial<PackageItem> = {}): PackageItem => ({
  id: idOf(81),
  key: 'parley.loan-enquiry',
  name: 'Loan enquiry',
  purpose: 'Asks for a loan.',
  version: '1.1.0',
  industry: 'banking',
  languages: ['en', 'hi'],
  kinds: ['card', 'form', 'stream'],
  origin: 'shipped',
  publisher: { name: 'Parley', fingerprint },
  installed: '',
  hasUpdate: false,
  ...change,
});

export const makeInstall = (): NonNullable<WholePackage['install']> => ({
  version: '1.0.0',
  installedBy: 'Priya',
  installedOn: at,
  updatedOn: at,
  parts: [
    { path: 'items/form.json', kind: 'form', name: 'Loan form', recordId: idOf(61), isOwn: false, isGone: false },
    { path: 'items/card.json', kind: 'card', name: 'Loan offer', recordId: idOf(62), isOwn: true, isGone: false },
    { path: 'items/stream.json', kind: 'stream', name: 'Loan stream', recordId: idOf(63), isOwn: false, isGone: true },
    { path: 'items/encap.json', kind: 'encap', name: 'Loan page', recordId: '', isOwn: false, isGone: false },
  ],
});

export const makePackage = (change: Partial<WholePackage> = {}): WholePackage => ({
  ...makePackageItem(),
  licence: 'Apache-2.0',
  items: [
    { path: 'items/form.json', kind: 'form', name: 'Loan form', steps: ['Full name', 'City'] },
    { path: 'items/card.json', kind: 'card', name: 'Loan offer', steps: ['A loan in five minutes'] },
    { path: 'items/stream.json', kind: 'stream', name: 'Loan stream', steps: ['Offer', 'Enquiry'] },
  ],
  permissions: ['RICHCARDS.CREATE', 'JOURNEYS.CREATE'],
  needs: [{ kind: 'department', name: 'Claims' }],
  tests: 2,
  install: null,
  ...change,
});

export const makePlanItem = (change: Partial<PackagePlanItem> = {}): PackagePlanItem => ({
  path: 'items/form.json',
  kind: 'form',
  name: 'Loan form',
  recordId: '',
  step: 'create',
  reason: 'isNew',
  conflict: null,
  freeName: 'Loan form',
  differences: [],
  ...change,
});

export const makePlan = (change: Partial<PackagePlan> = {}): PackagePlan => ({
  version: '1.1.0',
  items: [makePlanItem()],
  refs: [],
  channelTypes: [],
  lacking: [],
  uses: [],
  ...change,
});
