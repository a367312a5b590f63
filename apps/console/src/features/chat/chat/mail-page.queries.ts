import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** The cleaned page of a mail. @param hasPictures also with what its pictures from outside are */
export const mailPageQuery = (chatId: string, number: number, hasPictures: boolean) =>
  queryOptions({
    queryKey: [...chatKeys.mail(chatId), 'page', number, hasPictures],
    queryFn: ({ signal }) => api.mailPages.get({ params: { chatId, number }, query: { pictures: hasPictures } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    meta: { isQuiet: true },
  });
