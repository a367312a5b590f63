import type { HeaderDraft } from './header-fields.tsx';

type EndpointDraft = { headers: HeaderDraft[] };
type Named = readonly { value: string; label: string }[];

/** The request body: headers without the keys by which the form tells them apart. */
export const toBody = <D extends EndpointDraft>({ headers, ...draft }: D) => ({
  ...draft,
  headers: headers.map(({ name, value }) => ({ name, value })),
});

/** Labels of a conflict: channels and departments are shown by their names. */
export const endpointLabels = (named: Readonly<Record<string, Named>>) => ({
  fields: { channelIds: 'channels', deptIds: 'departments', headers: 'headerNames', isActive: 'state' },
  show: (field: string, value: unknown) => {
    if (field === 'headers') return (value as HeaderDraft[]).map(({ name }) => name);
    return named[field]?.filter((one) => (value as string[]).includes(one.value)).map(({ label }) => label) ?? value;
  },
});
