/**
 * Values of a resource's `access`: who sees its rows.
 *
 *   local access = import 'stdlib/access.libsonnet';
 *   { model: 'shop.models.Basket', access: access.tenant('tenant_id') + access.owned('customer_id') }
 */
{
  /** A user sees the rows whose `field` equals the `attribute` of the user, the key of their tenant. */
  tenant(field, attribute=field):: { tenant: { [field]: { user: attribute } } },

  /** A user sees the rows whose `field` equals the `attribute` of the user, by default `sub`. */
  owned(field, attribute='sub'):: { owner: { [field]: { user: attribute } } },

  /** Everyone who may use the routes sees all rows. */
  open():: 'open',
}
