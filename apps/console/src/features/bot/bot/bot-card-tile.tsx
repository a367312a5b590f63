import { ActionIcon, Menu, Text } from '@mantine/core';
import type { BotCard } from '@parley/contract';
import { builderPermissions } from '@parley/contract';
import { IconDotsVertical, IconMessage2Code, IconPencil, IconSitemap, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Tile } from '../../../components/tile.tsx';
import { formatCardDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { TrainingLabel } from '../shared/training-label.tsx';
import classes from './bot.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The bot whose card was opened: its name stands before its details are here (BOT-019). */
    bot?: Pick<BotCard, 'id' | 'name' | 'type'>;
  }
}

export type BotCardTileProps = { bot: BotCard; onEdit: () => void; onDelete: () => void };

/** One bot of the list; the whole card opens it, its menu stands apart. */
export function BotCardTile({ bot, onEdit, onDelete }: BotCardTileProps) {
  const say = useWords(botWords.list);
  const isPrompt = bot.type === 'prompt';
  return (
    <Tile
      icon={isPrompt ? IconMessage2Code : IconSitemap}
      name={
        <Link
          to={isPrompt ? '/bots/$botId/prompt' : '/bots/$botId'}
          params={{ botId: bot.id }}
          state={{ bot: { id: bot.id, name: bot.name, type: bot.type } }}
          className={classes.tileLink}
        >
          {bot.name}
        </Link>
      }
      menu={
        <May any={builderPermissions}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={say('actionsOf', { name: bot.name })}>
                <IconDotsVertical size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={15} />} onClick={onEdit}>
                {say('edit')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={onDelete}>
                {say('delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </May>
      }
    >
      <Text size="sm" c="dimmed" lineClamp={2} className={classes.tileText}>
        {bot.description}
      </Text>
      <dl className={classes.facts}>
        <div>
          <dt>{say('createdOn')}</dt>
          <dd>
            <time dateTime={bot.createdAt}>{formatCardDate(bot.createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt>{say('updatedOn')}</dt>
          <dd>
            <time dateTime={bot.updatedAt}>{formatCardDate(bot.updatedAt)}</time>
          </dd>
        </div>
        <div>
          <dt>{say('agentType')}</dt>
          <dd>{(bot.type ?? 'nlp').toUpperCase()}</dd>
        </div>
      </dl>
      <div className={classes.tileFoot}>
        <TrainingLabel training={bot.training} />
      </div>
    </Tile>
  );
}
