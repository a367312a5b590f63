import { type Artifact, type ArtifactType, pickerPage } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { fileWords } from '../../../locales/file.ts';

export type Visibility = 'public' | 'private';
export type ArtifactFilter = {
  visibility: Visibility | '';
  desc: string;
  kinds?: readonly ArtifactType[];
  bucketId?: string;
  adminView?: boolean;
  unused?: boolean;
  perPage?: number;
};

export const artifactKeys = { all: ['artifacts'], list: ['artifacts', 'list'], buckets: ['artifacts', 'buckets'] } as const;

/** Pages of attachments, each asked for by "Show more". A bucket comes whole. */
export const artifactsQuery = ({
  visibility,
  desc,
  kinds = [],
  bucketId = '',
  adminView = false,
  unused = false,
  perPage = pickerPage,
}: ArtifactFilter) =>
  infiniteQueryOptions({
    queryKey: [...artifactKeys.list, { visibility, desc, kinds, bucketId, adminView, unused, perPage }],
    queryFn: ({ pageParam, signal }) =>
      api.artifacts.list(
        {
          query: {
            visibility,
            desc,
            mediaType: [...kinds],
            bucketId,
            adminView,
            unused,
            from: pageParam,
            perPage: bucketId ? -1 : perPage,
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.reduce((count, page) => count + page.artifacts.length, 0) : undefined),
    meta: { isQuiet: true },
  });

export const bucketsQuery = ({ visibility, desc, kinds = [], adminView = false }: ArtifactFilter) =>
  queryOptions({
    queryKey: [...artifactKeys.buckets, { visibility, desc, kinds, adminView }],
    queryFn: async ({ signal }) =>
      (await api.artifacts.buckets({ query: { visibility, desc, mediaType: [...kinds], adminView, perPage: -1 } }, { signal })).list,
    meta: { isQuiet: true },
  });

/** Returns the text shown if attachments cannot be listed (ATTACH-023 to 029): the server's words if it gave some. */
export function failureText(error: unknown): string {
  const { code, message } = describeFailure(error);
  if (code === 'login_required') return fileWords.artifact('sessionExpired');
  if (code === 'network') return navigator.onLine ? fileWords.artifact('failed') : fileWords.artifact('offline');
  return code === 'client.unexpected' ? fileWords.artifact('failed') : message;
}

/** A place as words of a chat: its name, its address, and where it is on a map. */
export const placeText = ({ data }: Pick<Artifact, 'data'>): string =>
  [
    data.name,
    data.address,
    `https://www.openstreetmap.org/?mlat=${data.latitude}&mlon=${data.longitude}#map=17/${data.latitude}/${data.longitude}`,
  ]
    .filter(Boolean)
    .join('\n');
