import { Switch, Text } from '@mantine/core';
import type { JourneyRule } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useRuleText } from './rule-text.ts';
import classes from './stream.module.css';

type PublishRulesProps = {
  rules: readonly JourneyRule[];
  /** The version that is to be published */
  next: number;
  renews: boolean;
  canRenew: boolean;
  onRenew: (renews: boolean) => void;
};

/** Version that newcomers begin, independent of moved walks: the one that each rule names, or the new one if the rules take it. */
export function PublishRules({ rules, next, renews, canRenew, onRenew }: PublishRulesProps) {
  const say = useWords(journeyWords.publishing);
  const toRule = useRuleText();
  const on = rules.filter(({ isActive }) => isActive);
  return (
    <>
      {on.length === 0 ? (
        <Text size="sm">{say('noNewcomers')}</Text>
      ) : (
        <ul className={classes.plain}>
          {on.map((rule) => (
            <li key={rule.id}>
              {say('newcomersBy', { version: renews ? next : rule.version, rule: toRule(rule), channel: rule.channelName })}
            </li>
          ))}
        </ul>
      )}
      <Switch
        label={say('renews')}
        description={say(canRenew ? 'renewsHint' : 'renewsHeld')}
        disabled={!canRenew}
        checked={renews}
        onChange={(event) => onRenew(event.currentTarget.checked)}
      />
    </>
  );
}
