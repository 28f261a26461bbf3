package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** A map from ints: a red-black tree with parents, as java.util.TreeMap of Java 1.4 is one. */
public class TreeMap {
    static final boolean RED = false;
    static final boolean BLACK = true;

    static final class Entry {
        int key;
        Object value;
        Entry left;
        Entry right;
        Entry parent;
        boolean color = BLACK;

        Entry(int key, Object value, Entry parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
        }
    }

    Entry root;
    int size;

    boolean repOK() {
        return isRedBlack(new Identities());
    }

    /** A tree of at most `scope` entries; the values are no part of it. */
    static IFinitization finTreeMap(int scope) {
        IFinitization f = FinitizationFactory.create(TreeMap.class);
        f.set("root", entries(f, scope));
        return f;
    }

    /** So many entries, which lead to each other. */
    static IObjSet entries(IFinitization f, int count) {
        IObjSet entries = f.createObjSet(Entry.class, count, true);
        f.set(Entry.class, "left", entries);
        f.set(Entry.class, "right", entries);
        f.set(Entry.class, "parent", entries);
        return entries;
    }

    /** A tree that up to `scope` insertions make. */
    static TreeMap made(int scope) {
        TreeMap map = new TreeMap();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            map.put(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE), new Object());
        }
        return map;
    }

    public void put(int key) {
        put(key, new Object());
    }

    // ------------------------------------------------------------------ invariant

    /** A red-black tree, none of whose entries but the root was visited before. Keys are not looked
     * at. */
    boolean isRedBlack(Identities visited) {
        return root == null || isTree(visited) && hasGoodColors() && isBalanced();
    }

    private boolean isTree(Identities visited) {
        visited.add(root);
        if (root.parent != null) {
            return false;
        }
        Entry[] queue = new Entry[Identities.MOST];
        int count = 0;
        queue[count++] = root;
        for (int at = 0; at < count; at++) {
            Entry e = queue[at];
            Entry left = e.left;
            if (left != null) {
                if (!visited.add(left) || left.parent != e) {
                    return false;
                }
                queue[count++] = left;
            }
            Entry right = e.right;
            if (right != null) {
                if (!visited.add(right) || right.parent != e) {
                    return false;
                }
                queue[count++] = right;
            }
        }
        return true;
    }

    private boolean hasGoodColors() {
        if (root.color != BLACK) {
            return false;
        }
        Entry[] queue = new Entry[Identities.MOST];
        int count = 0;
        queue[count++] = root;
        for (int at = 0; at < count; at++) {
            Entry e = queue[at];
            Entry left = e.left;
            Entry right = e.right;
            if (e.color == RED) {
                if (left != null && left.color == RED || right != null && right.color == RED) {
                    return false;
                }
            }
            if (left != null) {
                queue[count++] = left;
            }
            if (right != null) {
                queue[count++] = right;
            }
        }
        return true;
    }

    /** Every missing child has as many black entries above it. */
    private boolean isBalanced() {
        Entry[] queue = new Entry[Identities.MOST];
        int[] blacks = new int[Identities.MOST];
        int count = 0;
        int wanted = 0;
        queue[count] = root;
        blacks[count++] = 1;
        for (int at = 0; at < count; at++) {
            Entry e = queue[at];
            Entry left = e.left;
            Entry right = e.right;
            if (left == null || right == null) {
                if (wanted != 0 && wanted != blacks[at]) {
                    return false;
                }
                wanted = blacks[at];
            }
            if (left != null) {
                blacks[count] = left.color == BLACK ? blacks[at] + 1 : blacks[at];
                queue[count++] = left;
            }
            if (right != null) {
                blacks[count] = right.color == BLACK ? blacks[at] + 1 : blacks[at];
                queue[count++] = right;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ operations

    private static int compare(int key, Entry e) {
        return key < e.key ? -1 : key > e.key ? 1 : 0;
    }

    private Entry find(int key) {
        Entry e = root;
        while (e != null) {
            int order = compare(key, e);
            if (order == 0) {
                return e;
            }
            e = order < 0 ? e.left : e.right;
        }
        return null;
    }

    Object get(int key) {
        Entry e = find(key);
        return e == null ? null : e.value;
    }

    boolean contains(int key) {
        return find(key) != null;
    }

    Object put(int key, Object value) {
        if (root == null) {
            size++;
            root = new Entry(key, value, null);
            return null;
        }
        Entry e = root;
        while (true) {
            int order = compare(key, e);
            if (order == 0) {
                Object old = e.value;
                e.value = value;
                return old;
            }
            if (order < 0) {
                if (e.left != null) {
                    e = e.left;
                } else {
                    e.left = new Entry(key, value, e);
                    inserted(e.left);
                    return null;
                }
            } else {
                if (e.right != null) {
                    e = e.right;
                } else {
                    e.right = new Entry(key, value, e);
                    inserted(e.right);
                    return null;
                }
            }
        }
    }

    private void inserted(Entry e) {
        size++;
        fixAfterInsertion(e);
    }

    Object remove(int key) {
        Entry e = find(key);
        if (e == null) {
            return null;
        }
        Object old = e.value;
        delete(e);
        return old;
    }

    // ------------------------------------------------------------------ balancing

    private static boolean colorOf(Entry e) {
        return e == null ? BLACK : e.color;
    }

    private static Entry parentOf(Entry e) {
        return e == null ? null : e.parent;
    }

    private static Entry leftOf(Entry e) {
        return e == null ? null : e.left;
    }

    private static Entry rightOf(Entry e) {
        return e == null ? null : e.right;
    }

    private static void paint(Entry e, boolean color) {
        if (e != null) {
            e.color = color;
        }
    }

    private void rotateLeft(Entry e) {
        Entry up = e.right;
        e.right = up.left;
        if (up.left != null) {
            up.left.parent = e;
        }
        up.parent = e.parent;
        if (e.parent == null) {
            root = up;
        } else if (e.parent.left == e) {
            e.parent.left = up;
        } else {
            e.parent.right = up;
        }
        up.left = e;
        e.parent = up;
    }

    private void rotateRight(Entry e) {
        Entry up = e.left;
        e.left = up.right;
        if (up.right != null) {
            up.right.parent = e;
        }
        up.parent = e.parent;
        if (e.parent == null) {
            root = up;
        } else if (e.parent.right == e) {
            e.parent.right = up;
        } else {
            e.parent.left = up;
        }
        up.right = e;
        e.parent = up;
    }

    private void fixAfterInsertion(Entry inserted) {
        Entry e = inserted;
        e.color = RED;
        while (e != null && e != root && e.parent.color == RED) {
            if (parentOf(e) == leftOf(parentOf(parentOf(e)))) {
                Entry uncle = rightOf(parentOf(parentOf(e)));
                if (colorOf(uncle) == RED) {
                    paint(parentOf(e), BLACK);
                    paint(uncle, BLACK);
                    paint(parentOf(parentOf(e)), RED);
                    e = parentOf(parentOf(e));
                } else {
                    if (e == rightOf(parentOf(e))) {
                        e = parentOf(e);
                        rotateLeft(e);
                    }
                    paint(parentOf(e), BLACK);
                    paint(parentOf(parentOf(e)), RED);
                    if (parentOf(parentOf(e)) != null) {
                        rotateRight(parentOf(parentOf(e)));
                    }
                }
            } else {
                Entry uncle = leftOf(parentOf(parentOf(e)));
                if (colorOf(uncle) == RED) {
                    paint(parentOf(e), BLACK);
                    paint(uncle, BLACK);
                    paint(parentOf(parentOf(e)), RED);
                    e = parentOf(parentOf(e));
                } else {
                    if (e == leftOf(parentOf(e))) {
                        e = parentOf(e);
                        rotateRight(e);
                    }
                    paint(parentOf(e), BLACK);
                    paint(parentOf(parentOf(e)), RED);
                    if (parentOf(parentOf(e)) != null) {
                        rotateLeft(parentOf(parentOf(e)));
                    }
                }
            }
        }
        root.color = BLACK;
    }

    private static Entry successor(Entry e) {
        if (e.right != null) {
            Entry next = e.right;
            while (next.left != null) {
                next = next.left;
            }
            return next;
        }
        Entry child = e;
        Entry above = e.parent;
        while (above != null && child == above.right) {
            child = above;
            above = above.parent;
        }
        return above;
    }

    private void delete(Entry found) {
        Entry e = found;
        size--;
        if (e.left != null && e.right != null) {
            Entry next = successor(e);
            e.key = next.key;
            e.value = next.value;
            e = next;
        }
        Entry replacement = e.left != null ? e.left : e.right;
        if (replacement != null) {
            replacement.parent = e.parent;
            if (e.parent == null) {
                root = replacement;
            } else if (e == e.parent.left) {
                e.parent.left = replacement;
            } else {
                e.parent.right = replacement;
            }
            e.left = e.right = e.parent = null;
            if (e.color == BLACK) {
                fixAfterDeletion(replacement);
            }
        } else if (e.parent == null) {
            root = null;
        } else {
            if (e.color == BLACK) {
                fixAfterDeletion(e);
            }
            if (e.parent != null) {
                if (e == e.parent.left) {
                    e.parent.left = null;
                } else if (e == e.parent.right) {
                    e.parent.right = null;
                }
                e.parent = null;
            }
        }
    }

    private void fixAfterDeletion(Entry from) {
        Entry e = from;
        while (e != root && colorOf(e) == BLACK) {
            if (e == leftOf(parentOf(e))) {
                Entry sibling = rightOf(parentOf(e));
                if (colorOf(sibling) == RED) {
                    paint(sibling, BLACK);
                    paint(parentOf(e), RED);
                    rotateLeft(parentOf(e));
                    sibling = rightOf(parentOf(e));
                }
                if (colorOf(leftOf(sibling)) == BLACK && colorOf(rightOf(sibling)) == BLACK) {
                    paint(sibling, RED);
                    e = parentOf(e);
                } else {
                    if (colorOf(rightOf(sibling)) == BLACK) {
                        paint(leftOf(sibling), BLACK);
                        paint(sibling, RED);
                        rotateRight(sibling);
                        sibling = rightOf(parentOf(e));
                    }
                    paint(sibling, colorOf(parentOf(e)));
                    paint(parentOf(e), BLACK);
                    paint(rightOf(sibling), BLACK);
                    rotateLeft(parentOf(e));
                    e = root;
                }
            } else {
                Entry sibling = leftOf(parentOf(e));
                if (colorOf(sibling) == RED) {
                    paint(sibling, BLACK);
                    paint(parentOf(e), RED);
                    rotateRight(parentOf(e));
                    sibling = leftOf(parentOf(e));
                }
                if (colorOf(rightOf(sibling)) == BLACK && colorOf(leftOf(sibling)) == BLACK) {
                    paint(sibling, RED);
                    e = parentOf(e);
                } else {
                    if (colorOf(leftOf(sibling)) == BLACK) {
                        paint(rightOf(sibling), BLACK);
                        paint(sibling, RED);
                        rotateLeft(sibling);
                        sibling = leftOf(parentOf(e));
                    }
                    paint(sibling, colorOf(parentOf(e)));
                    paint(parentOf(e), BLACK);
                    paint(leftOf(sibling), BLACK);
                    rotateRight(parentOf(e));
                    e = root;
                }
            }
        }
        paint(e, BLACK);
    }
}
