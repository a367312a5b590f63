import { Badge, Text } from '@mantine/core';
import type { PackageItem } from '@parley/contract';
import { IconPackage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Tile } from '../../../components/tile.tsx';
import { formatLanguage } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';

/** Standing of a package here: installed, with a newer version, or neither. */
export function PackageStanding({ installed, hasUpdate }: Pick<PackageItem, 'installed' | 'hasUpdate'>) {
  const say = useWords(packageWords.list);
  if (installed === '') return null;
  return (
    <Badge component="span" color={hasUpdate ? 'blue' : 'green'} miw="max-content">
      {say(hasUpdate ? 'hasUpdate' : 'installed')}
    </Badge>
  );
}

/** One package of the list; its name opens it. */
export function PackageTile({ item }: { item: PackageItem }) {
  const say = useWords(packageWords.list);
  const sayKinds = useWords(packageWords.kinds);
  const sayIndustry = useWords(packageWords.industry);
  return (
    <Tile
      icon={IconPackage}
      label={item.name}
      name={
        <Link to="/marketplace/$packageId" params={{ packageId: item.id }} className={classes.link}>
          {item.name}
        </Link>
      }
      standing={
        <div className={classes.standing}>
          <PackageStanding installed={item.installed} hasUpdate={item.hasUpdate} />
          <span className={classes.dim}>{say('versionShort', { version: item.version })}</span>
        </div>
      }
    >
      {item.purpose === '' ? null : (
        <Text size="sm" c="dimmed" lineClamp={3} className={classes.words}>
          {item.purpose}
        </Text>
      )}
      <div className={classes.chips}>
        {item.kinds.map((kind) => (
          <Badge key={kind} variant="light" color="gray">
            {sayKinds(kind)}
          </Badge>
        ))}
      </div>
      <Text size="xs" c="dimmed" className={classes.words} mt="auto">
        {[say('by', { name: item.publisher.name }), say(`origin_${item.origin}`), sayIndustry(item.industry)].join(' · ')}
        <br />
        {item.languages.map((one) => formatLanguage(one)).join(', ')}
      </Text>
    </Tile>
  );
}
