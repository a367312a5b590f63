import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../account/shared/me.ts';
import { useConversationPlace } from './conversation-place.ts';
import { searchOfView, viewsQuery } from './view.queries.ts';

export type PaletteView = { id: string; name: string; open: () => void };

/** Saved views of the inbox for the palette. None for users who handle no chats. */
export function usePaletteViews(typed: string): PaletteView[] {
  const canHandle = useCan(['CHAT.HANDLE']);
  const { narrow } = useConversationPlace();
  const isAsked = canHandle && typed.trim() !== '';
  const { data } = useQuery({ ...viewsQuery, enabled: isAsked });
  if (!isAsked) return [];
  return (data ?? []).map((view) => ({ id: view.id, name: view.name, open: () => narrow(searchOfView(view)) }));
}
