import type { Tx } from '#platform/db/database.ts';
import { addStory } from './story.service.ts';

/** Finds the stories of a bot by their names, however they are spelled; one that there is not is made. */
export async function storyFinder(tx: Tx, enterpriseId: string, botId: string, rootStoryId: string) {
  const rows = await tx
    .selectFrom('stories')
    .select(['storyId', 'name', 'parentId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .execute();
  const stories = new Map(rows.filter(({ parentId }) => parentId !== null).map(({ storyId, name }) => [name.toLowerCase(), storyId]));
  return async (name: string): Promise<string> => {
    const found = stories.get(name.toLowerCase());
    if (found) return found;
    const storyId = await addStory(tx, enterpriseId, { botId, parentId: rootStoryId, name: name.slice(0, 100) });
    stories.set(name.toLowerCase(), storyId);
    return storyId;
  };
}
