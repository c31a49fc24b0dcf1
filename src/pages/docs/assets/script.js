/* Search, copy buttons and the menu on small screens. The pages can be read without it. */
const MAX_RESULTS = 30;
const COPIED_MS = 1500;
const root = document.documentElement;

root.classList.add('scripted');
document.addEventListener('DOMContentLoaded', () => {
  addCopyButtons();
  startMenu();
  startSearch();
});

function addCopyButtons() {
  for (const block of document.querySelectorAll('pre')) {
    const frame = document.createElement('div');
    frame.className = 'block';
    block.replaceWith(frame);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      button.textContent = (await copied(block.textContent)) ? 'Copied' : 'Select and copy';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, COPIED_MS);
    });
    frame.append(block, button);
  }
}

/** The clipboard exists only on HTTPS and on localhost. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text.trimEnd());
    return true;
  } catch {
    return false;
  }
}

function startMenu() {
  const button = document.querySelector('.menu-button');
  const menu = document.getElementById('menu');
  button.hidden = false;
  const show = (isOpen) => {
    menu.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => show(!menu.classList.contains('open')));
  menu.addEventListener('click', (event) => {
    if (event.target.closest('a')) show(false);
  });
  // Set the position of the menu itself, so that the page does not move.
  const current = menu.querySelector('[aria-current]');
  const isBelow = current && current.offsetTop > menu.offsetTop + menu.clientHeight;
  if (isBelow) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

function startSearch() {
  const input = document.getElementById('search-text');
  const list = document.getElementById('search-results');
  input.closest('.search').hidden = false;
  let entries;
  let selected = -1;

  input.addEventListener('focus', load);
  input.addEventListener('input', update);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1, event);
    else if (event.key === 'ArrowUp') select(Math.max(0, selected) - 1, event);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') list.children[Math.max(0, selected)]?.firstChild?.click?.();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) close();
  });
  list.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(?:input|textarea|select)$/i.test(event.target.tagName);
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });

  async function load() {
    entries ??= fetch('/docs/search.json')
      .then((response) => response.json())
      .catch(() => {
        // The next key tries again.
        entries = undefined;
        return [];
      });
    return entries;
  }

  async function update() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : find(await load(), words);
    if (words.length === 0) return close();
    selected = -1;
    list.replaceChildren(...(found.length > 0 ? found.map(item) : [nothing()]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    input.removeAttribute('aria-activedescendant');
  }

  function select(index, event) {
    event.preventDefault();
    const items = [...list.querySelectorAll('[role=option]')];
    if (items.length === 0) return;
    selected = (index + items.length) % items.length;
    for (const [number, one] of items.entries())
      one.setAttribute('aria-selected', String(number === selected));
    items[selected].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[selected].id);
  }

  function close() {
    list.hidden = true;
    selected = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }
}

/** Returns the entries that contain all words: those whose title begins with them come first. */
function find(entries, words) {
  const text = words.join(' ');
  const rank = ({ title }) => {
    const name = title.toLowerCase();
    if (name.startsWith(text)) return 0;
    return name.includes(text) ? 1 : 2;
  };
  return entries
    .filter(({ title, place }) => {
      const whole = `${title} ${place}`.toLowerCase();
      return words.every((word) => whole.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_RESULTS);
}

function item({ title, place, url }, index) {
  const entry = document.createElement('li');
  entry.id = `result-${index}`;
  entry.setAttribute('role', 'option');
  entry.setAttribute('aria-selected', 'false');
  const link = document.createElement('a');
  link.href = url;
  link.tabIndex = -1;
  const where = document.createElement('small');
  where.textContent = place;
  link.append(title, where);
  entry.append(link);
  return entry;
}

function nothing() {
  const entry = document.createElement('li');
  entry.className = 'none';
  entry.textContent = 'Nothing found';
  return entry;
}
