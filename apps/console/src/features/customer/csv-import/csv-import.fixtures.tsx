import type { Me, ParsedCsv, UploadErrorRow, UploadRecord } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppDialogHost } from '../../../components/app-dialog.tsx';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { meQuery } from '../../account/shared/me.ts';
import { ErrorListSearch, UploadsSearch } from './csv-import.search.ts';
import { ErrorListPage } from './error-list-page.tsx';
import { UploadPage } from './upload-page.tsx';
import { UploadsPage } from './uploads-page.tsx';

export const uploadId = '0195d2c4-7a3e-7b1a-9c55-3f2f5a6b7c8d';
export const setId = '0195d2c4-7a3e-7b1a-9c55-3f2f5a6b7c8e';
export const base = '/chatbird/api/customer_master';

export const makeRecord = (change: Partial<UploadRecord> = {}): UploadRecord => ({
  uploadId,
  file: { name: 'people.csv', size: 120 },
  state: 'COMPLETED',
  phase: 'completed',
  totalLines: 10,
  acceptedLines: 8,
  errorLines: 2,
  createdCount: 8,
  replacedCount: 0,
  progress: 1,
  reason: '',
  replace: false,
  group: '',
  label: '',
  startsStreams: false,
  startCount: 0,
  refusedStartCount: 0,
  leavesOut: false,
  leftOut: [],
  createdBy: 'Ada',
  submittedAt: '2024-01-05T10:00:00Z',
  completedAt: '2024-01-05T10:00:00Z',
  completedTimeStr: '5 Jan 2024 03:30 PM',
  undoUntil: null,
  ...change,
});

export const parsed: ParsedCsv = {
  uploadId,
  fileName: 'people.csv',
  parsedHeaders: { systemHeaders: ['phoneNumber', 'name', 'city'], userHeaders: ['Mobile', 'Who', 'Town'] },
  systemFields: [
    { name: 'phoneNumber', label: 'Phone Number', mandatory: true, isDate: false },
    { name: 'name', label: 'Name', mandatory: true, isDate: false },
    { name: 'city', label: 'City', mandatory: false, isDate: false },
  ],
  proposal: [{ src: 'Mobile', des: 'phoneNumber' }],
  sampleRows: [['+919876543210', 'Grace', 'Pune']],
  unclearDates: [],
  delimiter: ',',
  encoding: 'utf-8',
  country: 'IN',
  savedMappings: [
    {
      id: setId,
      name: 'Monthly',
      headerMapping: [
        { src: 'Mobile', des: 'phoneNumber' },
        { src: 'Who', des: 'name' },
        { src: 'Gone', des: 'city' },
      ],
      dateOrder: 'month',
      leavesOut: true,
    },
  ],
};

export const makeErrorRow = (lineNumber: number, cells: string[], ...messages: string[]): UploadErrorRow => ({
  lineNumber,
  lineStr: cells.join(','),
  cells,
  errors: messages.map((message) => ({ field: '', code: '', values: {}, message })),
});

export type Sent = { method: string; path: string; query: URLSearchParams; body: unknown };
type Answer = object | (() => object);
export const good = (data: object | null) => ({ status: true, code: '100', message: 'Success', data });
export const refused = (code: string, message: string, data = {}) => ({ status: false, code, message, data });

/** @param answers by 'METHOD path'; a list answers one after the other, its last for ever */
export function answerWith(answers: Record<string, Answer | Answer[]>): Sent[] {
  const sent: Sent[] = [];
  stubFetch(async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://parley.test');
    const text = String(init?.body ?? '');
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    const method = init?.method ?? 'GET';
    sent.push({ method, path: url.pathname, query: url.searchParams, body });
    const queue = answers[`${method} ${url.pathname}`] ?? refused('route.not_found', `${method} ${url.pathname}`);
    const answer = Array.isArray(queue) ? (queue.length > 1 ? queue.shift() : queue[0]) : queue;
    return Response.json(typeof answer === 'function' ? answer() : answer);
  });
  return sent;
}

function KnownUser({ permissions, children }: { permissions: string[]; children: ReactNode }) {
  useQueryClient().setQueryData(meQuery.queryKey, { permissions } as unknown as Me);
  return children;
}

export function drawScreen(address: string, permissions: string[] = []) {
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, id: '_frame', component: Outlet });
  const area = createRoute({ getParentRoute: () => layout, path: 'customer-master', component: Outlet });
  const parent = { getParentRoute: () => area };
  const router = createRouter({
    routeTree: root.addChildren([
      layout.addChildren([
        area.addChildren([
          createRoute({ ...parent, path: 'customers', component: () => <p>the phone book</p> }),
          createRoute({ ...parent, path: 'uploadfile', component: UploadPage }),
          createRoute({ ...parent, path: 'uploadfile/$labelId', component: UploadPage }),
          createRoute({ ...parent, path: 'uploadfile/groupId/$groupId', component: UploadPage }),
          createRoute({ ...parent, path: 'uploads', component: UploadsPage, validateSearch: UploadsSearch }),
          createRoute({ ...parent, path: 'error/$uploadId', component: ErrorListPage, validateSearch: ErrorListSearch }),
        ]),
      ]),
    ]),
    history: createMemoryHistory({ initialEntries: [`/customer-master/${address}`] }),
  });
  draw(
    <KnownUser permissions={permissions}>
      <RouterProvider router={router as never} />
      <AppDialogHost />
    </KnownUser>,
  );
  return router;
}
