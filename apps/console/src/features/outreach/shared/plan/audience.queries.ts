import { type Audience, type AudienceFile, type CampaignPlan, endpoints, type Template } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { saveText } from '../../../../lib/save-text.ts';

/** Marketing needs consent and is capped; while no template is chosen, it is taken for marketing. */
export const isMarketing = (template: Pick<Template, 'category'> | undefined): boolean => !template || template.category === 'MARKETING';

type Ask = { channelId: string; isMarketing: boolean; audience: Audience };

export const breakdownQuery = (ask: Ask, isReady: boolean) =>
  queryOptions({
    queryKey: ['audience', 'count', ask],
    queryFn: ({ signal }) => api.audiences.count({ body: ask }, { signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { isQuiet: true },
  });

export const peopleQuery = (ask: Ask & { columns: string[] }, isReady: boolean) =>
  queryOptions({
    queryKey: ['audience', 'people', ask],
    queryFn: async ({ signal }) => (await api.audiences.people({ body: ask }, { signal })).people,
    enabled: isReady,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { isQuiet: true },
  });

const filePaceMs = 1000;
/** A file of numbers; asked again until it is read to its end. */
export const audienceFileQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['audience', 'file', fileId],
    queryFn: ({ signal }) => api.audiences.getFile({ params: { fileId } }, { signal }),
    enabled: fileId !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'READING' ? filePaceMs : false),
    retry: false,
    meta: { isQuiet: true },
  });

type UploadOptions = { channelType: number; country: string; signal: AbortSignal; onProgress: (ratio: number) => void };

/** Sends a file of numbers; the answer is the file as it begins to be read. */
export async function uploadAudience(file: File, { channelType, country, signal, onProgress }: UploadOptions): Promise<AudienceFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  const path = `${endpoints.audiences.addFile.path}?channelType=${channelType}&country=${encodeURIComponent(country)}`;
  // The client's upload answers whatever the call answers; its type is that of the drive.
  return (await api.upload(form, onProgress, { path, answer: 'data', signal })) as unknown as AudienceFile;
}

/** Rows that cannot be sent to, with the reason of each, as a CSV file. */
export async function saveBadRows({ id, name }: Pick<AudienceFile, 'id' | 'name'>): Promise<void> {
  const rows = String(await api.audiences.badRows({ params: { fileId: id } }));
  saveText(`${name.replace(/\.[^.]+$/, '')}-bad-rows.csv`, `\uFEFF${rows.replace(/^\uFEFF/, '')}`, 'text/csv;charset=utf-8');
}

/** Builds the request for the first look at an audience. */
export const askOf = (plan: CampaignPlan, template: Template | undefined): Ask => ({
  channelId: plan.channelId,
  isMarketing: isMarketing(template),
  audience: plan.audience,
});
