import { useState } from 'preact/hooks';
import { StarIcon } from '../icons.tsx';
import type { Say } from '../words.ts';

/** Radio buttons drawn as stars: arrow keys, labels and the group come from the browser. */
export function Rating({ asksComment, onRate, say }: { asksComment: boolean; onRate: (stars: number, comment: string) => void; say: Say }) {
  const [stars, setStars] = useState(0);
  const [comment, setComment] = useState('');
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    if (stars > 0) onRate(stars, comment.trim());
  };
  return (
    <form class="rating" onSubmit={handleSubmit}>
      <fieldset>
        <legend>{say('rateTitle')}</legend>
        <div class="stars">
          {[1, 2, 3, 4, 5].map((value) => (
            <label key={value} class={value <= stars ? 'is-lit' : ''} title={say('stars', { count: value })}>
              <input
                type="radio"
                name="stars"
                value={value}
                checked={stars === value}
                aria-label={say('stars', { count: value })}
                onChange={() => setStars(value)}
              />
              <StarIcon />
            </label>
          ))}
        </div>
      </fieldset>
      {stars > 0 ? (
        <>
          {asksComment ? (
            <label class="comment">
              <span>{say('comment')}</span>
              <textarea rows={2} maxLength={500} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
            </label>
          ) : null}
          <button type="submit" class="text-button is-filled">
            {say('rate')}
          </button>
        </>
      ) : null}
    </form>
  );
}
