import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import type { Saver } from '../editor/saver.ts';
import { designerWords } from '../words.ts';
import type { LeaseKeeper } from './lease.ts';
import type { FromPage, Page } from './page-link.ts';

type PageMessagesOptions = {
  page: Page;
  saver: Saver;
  keeper: LeaseKeeper;
  look: RefObject<() => Promise<void>>;
  follow: RefObject<(revision: number) => void>;
  onNode: (node: { id: string }) => void;
  onUnpublishedBy: (names: string[]) => void;
};

/** Does what the page around the frame asks for. */
export function usePageMessages({ page, saver, keeper, look, follow, onNode, onUnpublishedBy }: PageMessagesOptions): void {
  const client = useQueryClient();
  useEffect(() => {
    const save = async () => {
      const isSaved = await saver.save();
      // A failed save has told of itself.
      if (!isSaved && saver.state.kind !== 'failed')
        page.tell({ type: 'error', data: { code: 'save', text: designerWords.session('notSaved') } });
      return isSaved;
    };
    const close = async (savesFirst: boolean) => {
      if (savesFirst && !(await save())) return;
      if (!savesFirst) saver.discard();
      await keeper.end();
      page.tell({ type: 'close', data: {} });
    };
    const handle = (message: FromPage) => {
      switch (message.type) {
        case 'openNode':
          return onNode({ id: message.data.nodeId });
        case 'save':
          return void save();
        case 'published':
          onUnpublishedBy([]);
          return void client.invalidateQueries({ queryKey: ['versions'] });
        case 'changed': {
          const { change, revision } = message.data;
          if (change !== 'held') follow.current(revision);
          if (change !== 'saved') void look.current();
          return;
        }
        case 'close':
          return void close(message.data.save);
        // Figures are for a drawn stream, which is not edited here.
        case 'figures':
          return;
      }
    };
    return page.listen(handle);
  }, [page, saver, keeper, client, look, follow, onNode, onUnpublishedBy]);
}
