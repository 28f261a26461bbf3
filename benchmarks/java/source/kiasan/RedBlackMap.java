package kiasan;

/** A map from ints in a red-black tree with parents, after the fields of java.util.TreeMap. */
public class RedBlackMap {
    static final class Entry {
        int key;
        Object value;
        Entry left;
        Entry right;
        Entry parent;
        boolean red;

        Entry(int key, Object value, Entry parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
            this.red = true;
        }
    }

    private static final int MOST = 64;

    Entry root;
    int size;

    // ------------------------------------------------------------------ contract

    /** Keys are ordered, parents are right, no red entry has a red child, and all ways down from the
     * root have as many black entries. */
    boolean repOK() {
        Entry[] queue = new Entry[MOST];
        Entry[] low = new Entry[MOST];
        Entry[] high = new Entry[MOST];
        int[] blacks = new int[MOST];
        int count = 0;
        int height = 0;
        if (root != null) {
            if (root.parent != null || root.red) {
                return false;
            }
            queue[count] = root;
            blacks[count++] = 1;
        }
        for (int at = 0; at < count; at++) {
            Entry e = queue[at];
            if (low[at] != null && e.key <= low[at].key) {
                return false;
            }
            if (high[at] != null && e.key >= high[at].key) {
                return false;
            }
            if (e.left == null || e.right == null) {
                if (height != 0 && height != blacks[at]) {
                    return false;
                }
                height = blacks[at];
            }
            if (e.left != null) {
                if (e.left.parent != e || e.red && e.left.red) {
                    return false;
                }
                low[count] = low[at];
                high[count] = e;
                blacks[count] = blacks[at] + (e.left.red ? 0 : 1);
                queue[count++] = e.left;
            }
            if (e.right != null) {
                if (e.right.parent != e || e.red && e.right.red) {
                    return false;
                }
                low[count] = e;
                high[count] = high[at];
                blacks[count] = blacks[at] + (e.right.red ? 0 : 1);
                queue[count++] = e.right;
            }
        }
        return count == size;
    }

    private static Entry search(Entry e, int key) {
        if (e == null || e.key == key) {
            return e;
        }
        Entry left = search(e.left, key);
        return left != null ? left : search(e.right, key);
    }

    boolean get_post(int key, Object result) {
        Entry e = search(root, key);
        return e == null ? result == null : result == e.value;
    }

    boolean put_post(int key, Comparable<?> value, Object result) {
        Entry e = search(root, key);
        return e != null && e.value == value;
    }

    boolean remove_post(int key, Object result) {
        return search(root, key) == null;
    }

    // ------------------------------------------------------------------ operations

    public boolean isEmpty() {
        return root == null;
    }

    public Object get(int key) {
        Entry e = entry(key);
        return e == null ? null : e.value;
    }

    /** The entry with the largest key, or null. */
    public Entry lastKey() {
        Entry e = root;
        while (e != null && e.right != null) {
            e = e.right;
        }
        return e;
    }

    Entry entry(int key) {
        Entry e = root;
        while (e != null) {
            if (key < e.key) {
                e = e.left;
            } else if (key > e.key) {
                e = e.right;
            } else {
                return e;
            }
        }
        return null;
    }

    public Object put(int key, Comparable<?> value) {
        Entry parent = null;
        Entry e = root;
        while (e != null) {
            parent = e;
            if (key < e.key) {
                e = e.left;
            } else if (key > e.key) {
                e = e.right;
            } else {
                Object old = e.value;
                e.value = value;
                return old;
            }
        }
        Entry added = new Entry(key, value, parent);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        size++;
        afterInsertion(added);
        return null;
    }

    public Object remove(int key) {
        Entry e = entry(key);
        if (e == null) {
            return null;
        }
        Object old = e.value;
        size--;
        if (e.left != null && e.right != null) {
            Entry next = e.right;
            while (next.left != null) {
                next = next.left;
            }
            e.key = next.key;
            e.value = next.value;
            e = next;
        }
        Entry child = e.left != null ? e.left : e.right;
        if (child != null) {
            // An entry with one child is black and the child red.
            replace(e, child);
            child.red = false;
        } else {
            if (!e.red) {
                beforeRemoval(e);
            }
            replace(e, null);
        }
        return old;
    }

    private void replace(Entry e, Entry by) {
        if (e.parent == null) {
            root = by;
        } else if (e.parent.left == e) {
            e.parent.left = by;
        } else {
            e.parent.right = by;
        }
        if (by != null) {
            by.parent = e.parent;
        }
    }

    private void rotateLeft(Entry e) {
        Entry top = e.right;
        e.right = top.left;
        if (top.left != null) {
            top.left.parent = e;
        }
        replace(e, top);
        top.left = e;
        e.parent = top;
    }

    private void rotateRight(Entry e) {
        Entry top = e.left;
        e.left = top.right;
        if (top.right != null) {
            top.right.parent = e;
        }
        replace(e, top);
        top.right = e;
        e.parent = top;
    }

    private static boolean isRed(Entry e) {
        return e != null && e.red;
    }

    private void afterInsertion(Entry e) {
        while (e.parent != null && e.parent.red) {
            Entry parent = e.parent;
            Entry above = parent.parent;
            boolean left = parent == above.left;
            Entry uncle = left ? above.right : above.left;
            if (isRed(uncle)) {
                parent.red = false;
                uncle.red = false;
                above.red = true;
                e = above;
            } else if (left) {
                if (e == parent.right) {
                    rotateLeft(parent);
                    parent = e;
                }
                parent.red = false;
                above.red = true;
                rotateRight(above);
                break;
            } else {
                if (e == parent.left) {
                    rotateRight(parent);
                    parent = e;
                }
                parent.red = false;
                above.red = true;
                rotateLeft(above);
                break;
            }
        }
        root.red = false;
    }

    /** Makes up for the black entry {@code e} that is about to go. */
    private void beforeRemoval(Entry e) {
        while (e.parent != null && !e.red) {
            Entry parent = e.parent;
            boolean left = e == parent.left;
            Entry sibling = left ? parent.right : parent.left;
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                if (left) {
                    rotateLeft(parent);
                    sibling = parent.right;
                } else {
                    rotateRight(parent);
                    sibling = parent.left;
                }
            }
            if (!isRed(sibling.left) && !isRed(sibling.right)) {
                sibling.red = true;
                e = parent;
                continue;
            }
            if (left) {
                if (!isRed(sibling.right)) {
                    sibling.left.red = false;
                    sibling.red = true;
                    rotateRight(sibling);
                    sibling = parent.right;
                }
                sibling.red = parent.red;
                sibling.right.red = false;
                parent.red = false;
                rotateLeft(parent);
            } else {
                if (!isRed(sibling.left)) {
                    sibling.right.red = false;
                    sibling.red = true;
                    rotateLeft(sibling);
                    sibling = parent.left;
                }
                sibling.red = parent.red;
                sibling.left.red = false;
                parent.red = false;
                rotateRight(parent);
            }
            return;
        }
        e.red = false;
    }
}
