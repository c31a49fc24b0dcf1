import { css } from 'lit';

/** The layout that fields with a file share. */
export const mediaStyles = css`
  .media {
    display: grid;
    gap: 10px;
    min-width: 0;
    padding: 10px;
    border: 1px dashed color-mix(in srgb, var(--fp-field-line) 60%, transparent);
    background: var(--fp-raised);
    border-radius: var(--fp-radius);
  }
  .media[data-over] {
    border-color: var(--fp-accent);
    background: color-mix(in srgb, var(--fp-accent) 10%, var(--fp-surface));
    box-shadow: inset 0 0 0 1px var(--fp-accent);
  }
  .sources {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .address summary {
    width: fit-content;
    padding: 4px 0;
    border-radius: 4px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    cursor: pointer;
  }
  .address form {
    display: flex;
    gap: 8px;
    margin-block-start: 6px;
  }
  .address input {
    flex: 1;
    min-width: 0;
  }
  .sending {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    gap: 2px 8px;
  }
  .sending .hint {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
  }
  progress {
    width: 100%;
    height: 8px;
  }
  .rows {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: center;
    gap: 6px 10px;
    font-size: 0.875rem;
  }
  /* Its parts stand in the rows of another element. */
  .rows.slotted {
    display: contents;
  }
  .rows label {
    font-weight: 400;
  }
  .rows output {
    min-width: 4.5em;
    color: var(--fp-muted);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .rows select,
  .rows .wide {
    grid-column: 2 / -1;
    min-width: 0;
  }
  input[type='range'] {
    width: 100%;
    min-width: 0;
    min-height: 28px;
    margin: 0;
  }
  .segments {
    display: flex;
    border: 1px solid var(--fp-field-line);
    border-radius: var(--fp-radius);
    overflow: hidden;
  }
  .segment {
    position: relative;
    flex: 1;
    display: grid;
    place-items: center;
    min-height: 34px;
    padding: 0 8px;
    font-size: 0.875rem;
    font-weight: 400;
    cursor: pointer;
  }
  .segment + .segment {
    border-inline-start: 1px solid var(--fp-line);
  }
  .segment:has(:checked) {
    background: color-mix(in srgb, var(--fp-accent) 14%, transparent);
    color: var(--fp-accent);
    font-weight: 600;
  }
  .segment:has(:focus-visible) {
    outline: 2px solid var(--fp-accent);
    outline-offset: -3px;
    border-radius: var(--fp-radius);
  }
  .rows.start {
    grid-template-columns: auto 9ch;
    justify-content: start;
  }
  .segments + * {
    margin-block-start: 4px;
  }
  @media (forced-colors: active) {
    .segment:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  .check {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    font-size: 0.875rem;
    font-weight: 400;
  }
  .name {
    margin: 0;
    overflow: hidden;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
