package io.cdpsupervisor.tool.page.internal;

/**
 * The script that makes an object of a page fit for JSON, as an agent would expect to see it: {@code toJSON} is
 * honoured, elements become their opening tag, maps, sets and node lists become lists, circles are cut. The protocol's
 * own way gives empty objects for all of those, or fails. Stateless.
 */
final class PlainValue {

    /** Characters of all texts in a value, more or less; what comes after is left out. */
    static final int LONGEST = 50_000;

    /** A function of {@code this}; gives {@code shown} and whether it is {@code cut}. */
    static final String FUNCTION = """
            function () {
              let left = %d;
              let cut = false;
              const around = [];
              const full = () => {
                cut = cut || left <= 0;
                return left <= 0;
              };
              const text = string => {
                if (string.length > left) {
                  cut = true;
                  return '\u2026';
                }
                left -= string.length;
                return string;
              };
              const tag = element =>
                  '<' + [element.localName, ...Array.from(element.attributes, a => a.name + '="' + a.value + '"')].join(' ') + '>';
              const inside = object => {
                if (object.nodeType > 0) return text(object.attributes ? tag(object) : object.nodeName);
                if (object instanceof Error || object instanceof RegExp) return text(String(object));
                if (typeof object.toJSON === 'function') return plain(object.toJSON());
                if (object[Symbol.iterator] && !('next' in object)) {
                  const list = [];
                  for (const item of object) {
                    if (full()) break;
                    list.push(plain(item));
                  }
                  return list;
                }
                const map = {};
                for (const key of Object.keys(object)) {
                  if (full()) break;
                  const member = object[key];
                  if (typeof member !== 'function') map[text(key)] = plain(member);
                }
                return map;
              };
              const plain = value => {
                left--;
                if (typeof value === 'bigint') return value + 'n';
                if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
                if (typeof value === 'boolean' || value === undefined || value === null) return value;
                if (typeof value !== 'object') return text(String(value));
                if (around.includes(value)) return '[circular]';
                if (around.length === 50) return '[deeper]';
                around.push(value);
                try {
                  return inside(value);
                } catch (e) {
                  return text(String(e));
                } finally {
                  around.pop();
                }
              };
              const shown = plain(this);
              return {shown, cut};
            }""".formatted(LONGEST);

    private PlainValue() {}
}
