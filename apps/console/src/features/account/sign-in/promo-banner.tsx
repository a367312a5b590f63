import type { WhiteLabel } from '@parley/contract';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import classes from './account.module.css';
import { BannerArt } from './banner-art.tsx';

export const bannerSlideMs = 3_000;

/** Promotional slides, one after another: still while pointed at, focused or paused, and for who asked for less motion. */
export function PromoBanner({ slides, brand }: { slides: WhiteLabel['banner']; brand: string }) {
  const say = useWords(signInWords.signIn);
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const isStill = isHeld || isPaused || slides.length < 2;

  useEffect(() => {
    if (isStill) return;
    const timer = setInterval(() => setCurrent((index) => (index + 1) % slides.length), bannerSlideMs);
    return () => clearInterval(timer);
  }, [isStill, slides.length]);

  const index = Math.min(current, slides.length - 1);
  const slide = slides[index];
  if (!slide) return null;
  return (
    <section
      className={classes.banner}
      aria-roledescription="carousel"
      aria-label={say('bannerLabel', { brand })}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.art} key={`art ${index}`} aria-hidden>
        {slide.image ? <img src={slide.image} alt="" /> : <BannerArt index={index} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not of form fields */}
      <div
        className={classes.slide}
        key={index}
        role="group"
        aria-roledescription="slide"
        aria-label={say('bannerSlide', { number: index + 1, count: slides.length })}
      >
        <p className={classes.subtitle}>{slide.subtitle}</p>
        <p className={classes.text}>{slide.text}</p>
      </div>
      {slides.length > 1 ? (
        <div className={classes.progress}>
          {slides.map((entry, at) => (
            <span key={`${entry.subtitle} ${entry.text}`} className={classes.dot} data-active={at === index || undefined} />
          ))}
          <button
            type="button"
            className={classes.pause}
            aria-label={say(isPaused ? 'bannerPlay' : 'bannerPause')}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <IconPlayerPlayFilled size={12} /> : <IconPlayerPauseFilled size={12} />}
          </button>
        </div>
      ) : null}
    </section>
  );
}
